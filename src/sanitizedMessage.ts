import { sanitized } from './sanitized.js';

const longestMessage = 2_000;
const longestQuotation = 160;

/**
 * A text from outside as people may read it: word for word, but on one line, short enough for a cell
 * of a sheet, without characters that rule the text around them, and without a bearer token, should
 * an answer repeat the header that it came with.
 */
export function sanitizedMessage(text: string): string {
  const bare = text.replaceAll(/\bBearer[\s:]+[^\s"',;]+/g, 'Bearer (token)');
  return clip(sanitized(bare), longestMessage);
}

/** The beginning of a text, on one line and in quotation marks. */
export function quote(text: string): string {
  const start = sanitizedMessage(text.slice(0, longestMessage)).replaceAll(/\s+/g, ' ').trim();
  return `"${clip(start, longestQuotation)}"`;
}

/** What a body is that was to be JSON. */
export function describe(body: string): string {
  if (body.trim() === '') return 'empty';
  return isWebPage(body) ? 'a web page' : quote(body);
}

/** Whether a body is HTML: mostly a sign that somebody else answered. */
export function isWebPage(body: string): boolean {
  return body.trimStart().startsWith('<');
}

function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
