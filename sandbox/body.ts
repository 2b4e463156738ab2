/** The JSON object of a request, not validated. */
export type Body = Readonly<Record<string, unknown>>;
