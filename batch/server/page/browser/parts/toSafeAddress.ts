/** Returns undefined for any text but an http or https address, because no other text may become a link. */
export function toSafeAddress(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
