import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { Store } from '../db/store.js';
import { journalSalt } from '../journal/openStoredJournal.js';
import { hashSecret } from './secrets.js';

/**
 * Returns a suffix for the names of a server's cookies; all processes on its database have the same. Browsers send
 * cookies to every port of a host, so two servers with the same names would sign each other's members out.
 */
export async function cookieNameSuffix(store: Pick<Store, 'db'>): Promise<string> {
  return hashSecret(await journalSalt(store)).slice(0, 8);
}

/**
 * A cookie that scripts cannot read and that other sites cannot send with a write. Over https, the prefix `__Host-` in
 * its name binds it to this host. Browsers accept the prefix only for secure cookies, so plain http has none.
 */
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
