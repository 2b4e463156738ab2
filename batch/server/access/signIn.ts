import { Refused } from '../api/refused.js';
import { usedLink, type Links } from './links.js';
import type { Members } from './members.js';
import { isPassword } from './passwords.js';
import { TryStore } from '../store/tryStore.js';
import type { Store } from '../store/store.js';
import { Tries, tooMany } from './tries.js';

const MINUTE_MS = 60 * 1000;
/** Each check of a password takes 19 MiB and a thread; more than these wait elsewhere. */
const MAX_CHECKS_AT_ONCE = 8;

/** Signing in with a password or a link, with limited tries by account and by address. */
export class SignIn {
  readonly #members: Members;
  readonly #links: Links;
  // Short enough that strangers cannot keep a member out for long.
  readonly #byAccount: Tries;
  readonly #byAddress: Tries;
  #checks = 0;

  constructor(store: Pick<Store, 'db'>, members: Members, links: Links, now: () => number) {
    const tries = new TryStore(store);
    this.#members = members;
    this.#links = links;
    this.#byAccount = new Tries(tries, { free: 5, longestPauseMs: 5 * MINUTE_MS }, now);
    this.#byAddress = new Tries(tries, { free: 20, longestPauseMs: 15 * MINUTE_MS }, now);
  }

  /** The id of the member with this email and password. An unknown email takes as long as a wrong password. */
  async withPassword(email: string, password: string, address: string): Promise<string> {
    const account = `account ${email.trim().toLowerCase()}`;
    const from = `address ${address}`;
    if (this.#checks >= MAX_CHECKS_AT_ONCE) throw tooMany(2);
    this.#byAddress.begin(from);
    this.#byAccount.begin(account);
    const member = this.#members.byEmail(email.trim());
    if (!(await this.#isPassword(member?.password ?? null, password)) || member === undefined) {
      throw wrong();
    }
    // It may have been changed while it was checked.
    if (this.#members.find(member.id)?.password !== member.password) throw wrong();
    this.#byAccount.succeeded(account);
    this.#byAddress.takeBack(from);
    return member.id;
  }

  /** Checks the password of a member who is signed in, with the same limits. */
  async confirm(memberId: string, password: string): Promise<void> {
    const { email, password: stored } = this.#members.get(memberId);
    const account = `account ${email.toLowerCase()}`;
    this.#byAccount.begin(account);
    if (!(await this.#isPassword(stored, password))) {
      throw new Refused(403, 'forbidden', 'The current password is wrong.', 'password');
    }
    this.#byAccount.succeeded(account);
  }

  /** Whom a link is for. Unknown codes count as tries of the address. */
  lookAtLink(code: string, address: string): NonNullable<ReturnType<Links['find']>> {
    const from = `link ${address}`;
    this.#byAddress.begin(from);
    const found = this.#links.find(code);
    if (found === undefined) throw usedLink();
    this.#byAddress.takeBack(from);
    return found;
  }

  /** Uses a link, and returns the id of the member. */
  withLink(
    {
      code,
      email,
      password,
    }: { code: string; email?: string | undefined; password?: string | undefined },
    address: string,
  ): Promise<string> {
    this.lookAtLink(code, address);
    return this.#counted(() => this.#links.accept(code, email, password));
  }

  /** Another way to sign in: its failures count as tries of the address. */
  async limited<T>(address: string, work: () => Promise<T>): Promise<T> {
    const from = `address ${address}`;
    this.#byAddress.begin(from);
    const result = await work();
    this.#byAddress.takeBack(from);
    return result;
  }

  #isPassword(stored: string | null, given: string): Promise<boolean> {
    return this.#counted(() => isPassword(stored, given));
  }

  async #counted<T>(check: () => Promise<T>): Promise<T> {
    this.#checks += 1;
    try {
      return await check();
    } finally {
      this.#checks -= 1;
    }
  }
}

function wrong(): Refused {
  return new Refused(401, 'not_signed_in', 'The email or the password is wrong.');
}
