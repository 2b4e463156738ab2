import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { Store } from '../db/store.js';
import { readJournalSalt } from '../journal/openStoredJournal.js';
import { hashSecret } from './secrets.js';

/**
 * Returns the same suffix in all processes on one database. Browsers send cookies to every port of a host, so two
 * servers with the same cookie names would sign each other's members out.
 */
export async function readCookieNameSuffix(store: Pick<Store, 'db'>): Promise<string> {
  return hashSecret(await readJournalSalt(store)).slice(0, 8);
}

/** The prefix `__Host-` binds the cookie to this host. Browsers accept the prefix only for secure cookies. */
export class SafeCookie {
  readonly #name: string;
  readonly #isSecure: () => boolean;

  constructor(name: string, isSecure: () => boolean) {
    this.#name = name;
    this.#isSecure = isSecure;
  }

  read(request: Request): string | undefined {
    const name = this.#fullName();
    return parse(request.headers.get('Cookie') ?? '', name)[name];
  }

  set(context: Context, value: string, maxAgeSeconds: number): void {
    setCookie(context, this.#fullName(), value, { ...this.#attributes(), maxAge: maxAgeSeconds });
  }

  clear(context: Context): void {
    deleteCookie(context, this.#fullName(), this.#attributes());
  }

  #fullName(): string {
    return this.#isSecure() ? `__Host-${this.#name}` : this.#name;
  }

  #attributes() {
    return { path: '/', httpOnly: true, sameSite: 'Lax', secure: this.#isSecure() } as const;
  }
}
