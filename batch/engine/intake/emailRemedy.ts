/** What to do about a text that is not one email address: the slip that it seems to be. */
export function emailRemedy(text: string): string {
  const [, inner = ''] = /<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+)\s*>/i.exec(text) ?? [];
  if (inner !== '') return `Leave only ${inner} in the cell.`;
  if ((text.match(/@/g) ?? []).length > 1) {
    return 'An invitation goes to one address: give each person a row.';
  }
  const bare = text.replace(/^mailto:/i, '').replace(/[.,;]+$/, '');
  if (bare !== text) return `Leave only ${bare} in the cell.`;
  if (/\s/.test(text)) return 'Remove the spaces inside the address.';
  const [local = '', domain = ''] = text.split('@');
  if (!isAscii(local)) return 'Addresses have no accents before the @: ask the person for theirs.';
  // The service's own rule is not known; every program accepts this form.
  const ascii = isAscii(domain) ? '' : asciiDomain(domain);
  if (ascii !== '') return `Write the domain as ${ascii}, which is the same.`;
  return 'Use one complete email address, such as ada@example.com.';
}

/** The domain as browsers write it; nothing for a text that is none. */
function asciiDomain(domain: string): string {
  if (/[/?#:@\\\s]/.test(domain)) return '';
  return URL.parse(`http://${domain}/`)?.hostname ?? '';
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7E]*$/.test(text);
}
