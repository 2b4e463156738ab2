import type { Content } from './requestMessages.js';
import { sanitize } from './sanitized.js';

const maxMessageLength = 2_000;
const maxExcerptLength = 160;

/** Removes a bearer token, in case an answer repeats the header of its request. */
export function sanitizeMessage(text: string): string {
  const bare = text.replaceAll(/\bBearer[\s:]+[^\s"',;]+/g, 'Bearer (token)');
  return clip(sanitize(bare), maxMessageLength);
}

export function excerpt(text: string): string {
  const start = sanitizeMessage(text.slice(0, maxMessageLength)).replaceAll(/\s+/g, ' ').trim();
  return clip(start, maxExcerptLength);
}

export function quote(text: string): string {
  return `"${excerpt(text)}"`;
}

export function describeContent(body: string): Content {
  if (body.trim() === '') return { code: 'empty' };
  return isWebPage(body) ? { code: 'webPage' } : { code: 'text', text: excerpt(body) };
}

/** HTML is usually a sign that another server answered. */
export function isWebPage(body: string): boolean {
  return body.trimStart().startsWith('<');
}

function clip(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
