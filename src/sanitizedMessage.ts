import type { Content } from './requestMessages.js';
import { sanitize } from './sanitized.js';

const maxMessageLength = 2_000;
const maxExcerptLength = 160;

/**
 * Makes an outside text safe to show to people: on one line, short enough for a cell, without control
 * characters, and without a bearer token, in case an answer repeats the header of its request.
 */
export function sanitizedMessage(text: string): string {
  const bare = text.replaceAll(/\bBearer[\s:]+[^\s"',;]+/g, 'Bearer (token)');
  return clip(sanitize(bare), maxMessageLength);
}

/** Returns the beginning of a text, on one line. */
export function excerpt(text: string): string {
  const start = sanitizedMessage(text.slice(0, maxMessageLength)).replaceAll(/\s+/g, ' ').trim();
  return clip(start, maxExcerptLength);
}

/** Quotes the beginning of a text, on one line. */
export function quote(text: string): string {
  return `"${excerpt(text)}"`;
}

/** Describes a body from which no answer of the contract was read. */
export function describeContent(body: string): Content {
  if (body.trim() === '') return { code: 'empty' };
  return isWebPage(body) ? { code: 'webPage' } : { code: 'text', text: excerpt(body) };
}

/** Returns whether a body looks like HTML, usually a sign that another server answered. */
export function isWebPage(body: string): boolean {
  return body.trimStart().startsWith('<');
}

function clip(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
