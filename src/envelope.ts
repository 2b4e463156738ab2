/** The JSON of a body; undefined if it is not JSON. */
export function parseJson(body: string): unknown {
  try {
    // A byte order mark is no part of JSON, but some servers send one. A key `__proto__` would become
    // the prototype of what zod makes of it; it may be spelled with escapes. To look at every key
    // takes several times as long as to parse, so that is done where there may be such a key.
    const text = body.replace(/^\uFEFF/, '');
    if (!/__proto__|\\u/.test(text)) return JSON.parse(text);
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch {
    return undefined;
  }
}

/** The envelope's `status`, if it is text. */
export function statusOf(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || !('status' in json)) return undefined;
  return typeof json.status === 'string' ? json.status : undefined;
}

/** The envelope's `success`: false in every error of the contract. */
export function successOf(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'success' in json ? json.success : undefined;
}
