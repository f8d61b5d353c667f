/** What a host can act on: a stable code, a message that holds the remedy, and the faults one by one where there are several. */
export class ColloquyError extends Error {
  /** A stable snake_case code, such as `not_now`, `invalid_guide`, `read_only`, `engine_crashed`. */
  readonly code: string;
  /** Faults of data that was handed in, each with its path, rule and value; an empty array otherwise. */
  readonly details: unknown;

  /** Makes one as the package does; a host that wraps the package may make its own. */
  constructor(code: string, message: string, details: unknown = [], options?: ErrorOptions) {
    super(message, options);
    this.name = "ColloquyError";
    this.code = code;
    this.details = details;
  }
}

/** @internal Returns the error that the engine wrote as text, or nothing for anything else that was thrown. */
export function known(error: unknown): ColloquyError | undefined {
  if (typeof error !== "string" || !error.startsWith("{")) return undefined;
  const { code, message, details } = JSON.parse(error) as { code: string; message: string; details: unknown };
  return new ColloquyError(code, message, details);
}
