import { batch, effect, signal } from '@preact/signals';
import { pickLanguage } from '../../../contract/languages.js';
import type { Right, Session } from '../../../contract/shapes.js';
import { ask, toSentence, unauthorizedRequests } from './api.js';
import { language, loadLanguage } from '../language/language.js';
import { dropDrafts } from './drafts.js';

/** Undefined until the server has answered. */
export const session = signal<Session | undefined>(undefined);
export const sessionFailure = signal<string | undefined>(undefined);

export async function readSession(): Promise<void> {
  try {
    await showSession(await ask<Session>('GET', '/api/session'));
    sessionFailure.value = undefined;
  } catch (error) {
    sessionFailure.value = toSentence(error);
  }
}

/** Shows the page in the language of the member, or else of the browser. */
export async function showSession(current: Session): Promise<void> {
  const chosen = current.member?.language ?? pickLanguage(navigator.languages);
  await loadLanguage(chosen);
  // Both change at once: otherwise, the former member's screen would be shown in the new member's language.
  batch(() => {
    language.value = chosen;
    session.value = current;
  });
}

export function may(right: Right): boolean {
  return session.value?.rights.includes(right) ?? false;
}

export async function signOut(): Promise<void> {
  const member = session.value?.member;
  await ask('DELETE', '/api/session');
  if (member) dropDrafts(member.id);
  await readSession();
}

export function watchSession(): void {
  effect(() => {
    if (unauthorizedRequests.value > 0) void readSession();
  });
}
