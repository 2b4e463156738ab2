// The language of an answer. Handlers throw their refusals without the request, so the context keeps the language for them.
import type { Context } from 'hono';
import { type Caller, readBrowserLanguage } from '../access/caller.js';
import type { Language } from '../contract/languages.js';

/** Records the language of the caller of a request, if it is known. */
export function noteLanguage(context: Context, { language }: Pick<Caller, 'language'>): void {
  if (language !== null) context.set('language', language);
}

/** Returns the language of the caller; if it is unknown, the one that the browser prefers. */
export function getLanguage(context: Context): Language {
  return (context.get('language') as Language | undefined) ?? readBrowserLanguage(context.req.raw);
}
