/** An input with more different values than this has another one in most rows. */
const mostShared = 1_000;

/** Keeps one copy of each value that rows have in common: a sheet may have 300,000. */
export class SharedValues {
  readonly #byInput = new Map<string, Map<string, string>>();

  /** The value of an input, as a text of its own. */
  share(input: string, value: string): string {
    const known = this.#byInput.get(input) ?? new Map<string, string>();
    this.#byInput.set(input, known);
    const shared = known.get(value);
    if (shared !== undefined) return shared;
    const own = detached(value);
    if (known.size < mostShared) known.set(own, own);
    return own;
  }
}

/**
 * The same text, without what it was cut out of: V8 keeps all of a text in memory, here the file, for
 * as long as a part of it is kept.
 */
export function detached(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
