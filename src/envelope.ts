export function parseJson(body: string): unknown {
  try {
    // Some servers send a byte order mark, which JSON does not allow. A key `__proto__` would become
    // the prototype of an object that zod creates, so it is removed. Only bodies that may contain it
    // are searched, as the search takes several times as long as parsing.
    const text = body.replace(/^\uFEFF/, '');
    if (!/__proto__|\\u/.test(text)) return JSON.parse(text);
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value));
  } catch {
    return undefined;
  }
}

/**
 * Returns the end of the first object or array in a text; -1 if it is incomplete or missing. Checks
 * only brackets and strings.
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

export function readEnvelopeStatus(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || !('status' in json)) return undefined;
  return typeof json.status === 'string' ? json.status : undefined;
}

/** The contract has `false` in every error. */
export function readEnvelopeSuccess(json: unknown): unknown {
  return typeof json === 'object' && json !== null && 'success' in json ? json.success : undefined;
}
