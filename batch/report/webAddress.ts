/** Returns a URL that is safe in a link; undefined for others, such as `javascript:`. */
export function toWebAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
