/** A request's JSON object, not validated. */
export type Body = Readonly<Record<string, unknown>>;
