/** Excel allows no longer text inside a formula. */
const MAX_TEXT_CHARS = 255;
const WEB_ADDRESS = /^https?:\/\/[^\s"<>]+$/i;
const TEXT = '"((?:[^"]|"")*)"';
const LITERAL_LINK = new RegExp(
  `^\\s*HYPERLINK\\(\\s*${TEXT}\\s*(?:,\\s*${TEXT}\\s*)?\\)\\s*$`,
  'i',
);

/** A link that a cell shows as a text. */
export interface CellLink {
  readonly url: string;
  readonly shown: string;
}

/** True for an address that fits into {@link linkFormula}. */
export function canBeLink(url: string): boolean {
  return url.length <= MAX_TEXT_CHARS && WEB_ADDRESS.test(url);
}

/**
 * A link as a formula, without its equals sign. Unlike a hyperlink of the worksheet it moves with
 * its row when the sheet is sorted, needs no relationship that could dangle, and Excel allows any
 * number of them, where it allows 65,530 hyperlinks.
 */
export function linkFormula({ url, shown }: CellLink): string {
  return shown === url ? `HYPERLINK(${quoted(url)})` : `HYPERLINK(${quoted(url)},${quoted(shown)})`;
}

/** The link of a formula that is only a link; undefined for any other formula. */
export function readLinkFormula(formula: string): CellLink | undefined {
  const [, address, shown] = LITERAL_LINK.exec(formula) ?? [];
  if (address === undefined) return undefined;
  const url = unquoted(address);
  return { url, shown: shown === undefined ? url : unquoted(shown) };
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function unquoted(text: string): string {
  return text.replaceAll('""', '"');
}
