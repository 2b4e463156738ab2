/**
 * Returns the http or https URL in a text; undefined for any other text, because a `javascript:`
 * link, for example, is unsafe.
 */
export function toWebAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
