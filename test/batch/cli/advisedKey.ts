/** Returns the key from the refusal of a row number, for a person who still means that row. */
export function findAdvisedKey(message: string): string | undefined {
  return /If you looked up row \d+ as it is now[^]*?\s--row\s+(\S+)/.exec(message)?.[1];
}

/** Names the row by its key if its number is refused. */
export async function resolveByNumberOrKey<Result>(
  row: string,
  resolve: (row: string) => Promise<Result>,
  getMessage: (result: Result) => string,
): Promise<Result> {
  const result = await resolve(row);
  const key = findAdvisedKey(getMessage(result));
  return key === undefined ? result : resolve(key);
}
