/** Excel's limit for a text inside a formula. */
const MAX_TEXT_CHARS = 255;
const WEB_ADDRESS = /^https?:\/\/[^\s"<>]+$/i;
/** A text in a formula. Quotation marks inside it are doubled. */
const TEXT = '"((?:[^"]|"")*)"';
/** A formula that is only a link, with a literal address and perhaps a literal text. */
const LITERAL_LINK = new RegExp(
  `^\\s*HYPERLINK\\(\\s*${TEXT}\\s*(?:,\\s*${TEXT}\\s*)?\\)\\s*$`,
  'i',
);

export interface CellLink {
  readonly url: string;
  readonly shown: string;
}

export function canBeLink(url: string, shown = url): boolean {
  return Math.max(url.length, shown.length) <= MAX_TEXT_CHARS && WEB_ADDRESS.test(url);
}

/**
 * Creates a formula for a link. Unlike a hyperlink of the worksheet, a formula moves with its row
 * when the sheet is sorted, and needs no relationship. A worksheet may have only 65,530 hyperlinks.
 */
export function createLinkFormula({ url, shown }: CellLink): string {
  return shown === url ? `HYPERLINK(${quote(url)})` : `HYPERLINK(${quote(url)},${quote(shown)})`;
}

export function readLinkFormula(formula: string): CellLink | undefined {
  const [, address, shown] = LITERAL_LINK.exec(formula) ?? [];
  if (address === undefined) return undefined;
  const url = unquote(address);
  return { url, shown: shown === undefined ? url : unquote(shown) };
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function unquote(text: string): string {
  return text.replaceAll('""', '"');
}
