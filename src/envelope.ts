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

/**
 * Finds where the first JSON object or array of a text ends; -1 if the text ends before it does, or
 * has none. Only brackets and strings count, so the JSON may be invalid otherwise.
 */
export function findJsonEnd(text: string): number {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') {
      isInString = true;
    } else if (character === '{' || character === '[') {
      depth++;
    } else if ((character === '}' || character === ']') && --depth <= 0) {
      return depth === 0 ? at + 1 : -1;
    }
  }
  return -1;
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
