// The language of the caller is stored in the context, because the error handler gets the context but not the caller.
import type { Context } from 'hono';
import { type Caller, readBrowserLanguage } from '../access/caller.js';
import type { Language } from '../contract/languages.js';

export function noteLanguage(context: Context, { language }: Pick<Caller, 'language'>): void {
  if (language !== null) context.set('language', language);
}

export function getLanguage(context: Context): Language {
  return (context.get('language') as Language | undefined) ?? readBrowserLanguage(context.req.raw);
}
