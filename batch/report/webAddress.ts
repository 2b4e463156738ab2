/** An address of the web as it may stand in a link; nothing for any other, `javascript:` above all. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
