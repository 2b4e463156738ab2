export type Body = Readonly<Record<string, unknown>>;
