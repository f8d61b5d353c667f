// `colloquy/react`: the element as a component, and an interview as a hook. On a server the component is an empty element; the rest
// happens in the browser.
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type HTMLAttributes,
  type ReactNode,
} from "react";
import { createInterview, init, type Interview, type InterviewOptions, type View } from "colloquy";
import type { ColloquyEvents, ColloquyInterviewElement } from "./element.js";

/** The component's events: `onComplete` for `colloquy-complete` and so on. */
const EVENTS = {
  onReady: "colloquy-ready",
  onDecline: "colloquy-decline",
  onQuestion: "colloquy-question",
  onAnswer: "colloquy-answer",
  onAction: "colloquy-action",
  onStatus: "colloquy-status",
  onComplete: "colloquy-complete",
  onBeforeOpen: "colloquy-before-open",
  onOpen: "colloquy-open",
  onClose: "colloquy-close",
  onProblem: "colloquy-error",
} as const satisfies Record<string, keyof ColloquyEvents>;

/** The element's properties, which React loses where it takes over what a server rendered. */
const PROPERTIES = [
  "guide",
  "study",
  "subject",
  "proxy",
  "dialect",
  "model",
  "replyMode",
  "theme",
  "storage",
  "operator",
  "privacy",
  "voice",
  "headingLevel",
  "enterKey",
  "material",
  "guidelines",
  "template",
  "limits",
  "sampleFiles",
  "interview",
] as const satisfies readonly (keyof ColloquyInterviewElement)[];

type Own = Pick<ColloquyInterviewElement, (typeof PROPERTIES)[number]>;

/** What the component takes: the element's properties, its events without `colloquy-`, and what every element has. */
export type ColloquyInterviewProps = { [Name in keyof Own]?: Own[Name] | undefined } & {
  [Name in keyof typeof EVENTS]?: ((event: CustomEvent<ColloquyEvents[(typeof EVENTS)[Name]]>) => void) | undefined;
} & Pick<HTMLAttributes<HTMLElement>, "id" | "className" | "style" | "lang" | "dir" | "hidden"> & {
    layout?: "inline" | "popup" | "bubble" | "sidetab" | undefined;
    /** Of a layout that opens on the page: see the element's attributes. */
    label?: string | undefined;
    trigger?: string | undefined;
    repeat?: string | undefined;
    cooldown?: string | undefined;
    children?: ReactNode;
  };

// A server has no layout, and React says so.
const useCommit = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * `<colloquy-interview>` as a component. Objects may be written where they are handed in (`material={{ … }}`): they are compared by what is in
 * them. The ref is the element.
 */
export const ColloquyInterview = forwardRef<ColloquyInterviewElement, ColloquyInterviewProps>(function ColloquyInterview(props, ref) {
  const element = useRef<ColloquyInterviewElement>(null);
  const latest = useRef(props);
  /** The properties that were set: one that is left out later is taken back. */
  const set = useRef(new Set<string>());
  useImperativeHandle(ref, () => element.current as ColloquyInterviewElement, []);
  useCommit(() => {
    latest.current = props;
    const at = element.current as unknown as Record<string, unknown> | null;
    for (const name of PROPERTIES) {
      if (!at || (props[name] === undefined && !set.current.has(name))) continue;
      set.current.add(name);
      at[name] = props[name] ?? null;
    }
  });
  useCommit(() => {
    const listening = new AbortController();
    for (const [prop, name] of Object.entries(EVENTS)) {
      const call = (event: Event): void => {
        const handler = latest.current[prop as keyof typeof EVENTS] as ((event: Event) => void) | undefined;
        if (event.target === element.current) handler?.(event);
      };
      element.current?.addEventListener(name, call, { signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  const onPage = props.layout !== undefined && props.layout !== "inline";
  useEffect(() => {
    // What cannot be loaded the browser reports.
    (onPage ? import("colloquy/launcher") : import("colloquy/element")).catch(() => undefined);
  }, [onPage]);
  const attributes: Record<string, unknown> = { ref: element };
  for (const [name, value] of Object.entries(props)) {
    if (name in EVENTS || (PROPERTIES as readonly string[]).includes(name) || name === "children") continue;
    // React writes it as it is for an element that it does not know.
    attributes[name === "className" ? "class" : name] = value;
  }
  return createElement("colloquy-interview", attributes, props.children);
});

/** The view of an interview, drawn again with each change; null while there is none, and on a server. */
export function useView(interview: Interview | null): View | null {
  const last = useRef<View | null>(null);
  const read = (): View | null => {
    try {
      last.current = interview?.view ?? null;
    } catch {
      // It was let go, or the engine crashed: what was last to be seen stays.
    }
    return last.current;
  };
  return useSyncExternalStore(interview?.subscribe ?? nothingToHear, read, () => null);
}

const nothingToHear = () => () => undefined;

/** An interview that a component leads itself. */
export interface UsedInterview {
  /** Null until it is open. */
  readonly interview: Interview | null;
  readonly view: View | null;
  /** Why it could not be opened; null otherwise. */
  readonly error: unknown;
}

/**
 * Begins an interview when the component is in the page, and lets it go when it leaves: `const { interview, view } = useInterview({ guide:
 * "reflective" })`. Other options begin another one; they are compared by what is in them. `null` begins none.
 */
export function useInterview(options: InterviewOptions | null): UsedInterview {
  const [opened, setOpened] = useState<{ interview: Interview | null; error: unknown }>({ interview: null, error: null });
  const latest = useRef(options);
  latest.current = options;
  const wanted = JSON.stringify(options);
  useEffect(() => {
    const stop = new AbortController();
    let own: Interview | undefined;
    const begin = async (given: InterviewOptions): Promise<void> => {
      await init({ engineOnly: true, preload: given });
      own = await createInterview({ ...given, signal: stop.signal });
      if (stop.signal.aborted) own.dispose();
      else setOpened({ interview: own, error: null });
    };
    if (latest.current) {
      begin(latest.current).catch((error: unknown) => {
        if (!stop.signal.aborted) setOpened({ interview: null, error });
      });
    }
    return () => {
      stop.abort();
      own?.dispose();
      setOpened({ interview: null, error: null });
    };
  }, [wanted]);
  return { ...opened, view: useView(opened.interview) };
}

type Listeners = {
  [Name in keyof ColloquyEvents as `on${Name}`]?: (event: CustomEvent<ColloquyEvents[Name]>) => void;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      // The element itself, where React 19 draws it in the browser.
      "colloquy-interview": React.DetailedHTMLProps<React.HTMLAttributes<ColloquyInterviewElement>, ColloquyInterviewElement> &
        Partial<Omit<ColloquyInterviewElement, keyof HTMLElement>> &
        Listeners & { label?: string; trigger?: string; repeat?: string; cooldown?: string };
    }
  }
}
