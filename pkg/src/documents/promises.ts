// What PDF.js takes for granted and the oldest browsers and Node that this package allows lack. It is needed in the worker only.

/** `Promise.withResolvers`: Chrome 119, Firefox 121, Safari 17.4, Node 22. */
type WithResolvers = <T>() => { promise: Promise<T>; resolve: (value: T | PromiseLike<T>) => void; reject: (reason?: unknown) => void };

(Promise as { withResolvers?: WithResolvers }).withResolvers ??= <T>() => {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
};
