/** The most hashes in one fact, so that no line gets long. */
const most = 1_000;

/** Creates the facts that record these messages: one without hashes if there are none. */
export function messageFacts(hashes: Iterable<string>, at: string) {
  const all = [...new Set(hashes)];
  return Array.from({ length: Math.max(1, Math.ceil(all.length / most)) }, (_, part) => ({
    fact: 'messages' as const,
    hashes: all.slice(part * most, (part + 1) * most),
    at,
  }));
}
