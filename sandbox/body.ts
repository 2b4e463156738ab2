/** A request's JSON object. Nothing in it has been checked. */
export type Body = Readonly<Record<string, unknown>>;
