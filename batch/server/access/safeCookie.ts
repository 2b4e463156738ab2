import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';

/**
 * A cookie that scripts cannot read and that other sites cannot send with a write. Over https its name
 * binds it to this host; a browser takes that name only with Secure, which plain loopback lacks.
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
