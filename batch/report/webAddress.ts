/** Accepts only http and https, because a `javascript:` link, for example, is unsafe. */
export function toWebAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
