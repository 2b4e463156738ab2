import type { ValueText } from './valueMessages.js';

/** Returns the remedy for a text that is not one email address, from its probable mistake. */
export function chooseEmailRemedy(text: string): ValueText {
  const [, inner = ''] = /<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+)\s*>/i.exec(text) ?? [];
  if (inner !== '') return { code: 'keepOnlyAddress', address: inner };
  if ((text.match(/@/g) ?? []).length > 1) {
    return { code: 'giveOneAddress' };
  }
  const bare = text.replace(/^mailto:/i, '').replace(/[.,;]+$/, '');
  if (bare !== text) return { code: 'keepOnlyAddress', address: bare };
  if (/\s/.test(text)) return { code: 'removeSpaces' };
  const [local = '', domain = ''] = text.split('@');
  if (!isAscii(local)) return { code: 'removeAccents' };
  // Every program accepts the ASCII form; the service's own rule is unknown.
  const ascii = isAscii(domain) ? '' : toAsciiDomain(domain);
  if (ascii !== '') return { code: 'writeDomain', domain: ascii };
  return { code: 'giveWholeAddress' };
}

/** Returns the domain in ASCII, as browsers write it; empty for a text that is not a domain. */
function toAsciiDomain(domain: string): string {
  if (/[/?#:@\\\s]/.test(domain)) return '';
  return URL.parse(`http://${domain}/`)?.hostname ?? '';
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7E]*$/.test(text);
}
