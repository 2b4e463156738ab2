// The language of an answer is stored in the context, because a thrown refusal does not contain its request.
import type { Context } from 'hono';
import { type Caller, readBrowserLanguage } from '../access/caller.js';
import type { Language } from '../contract/languages.js';

export function noteLanguage(context: Context, { language }: Pick<Caller, 'language'>): void {
  if (language !== null) context.set('language', language);
}

export function getLanguage(context: Context): Language {
  return (context.get('language') as Language | undefined) ?? readBrowserLanguage(context.req.raw);
}
