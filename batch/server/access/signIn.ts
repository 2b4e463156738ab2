import type { z } from 'zod/v4';
import type { acceptLink } from '../contract/shapes.js';
import { RefusalError } from '../refusalError.js';
import type { Store } from '../db/store.js';
import { AttemptLimiter, createTooManyAttemptsError } from './attemptLimiter.js';
import type { Accounts, Identify } from './accounts.js';
import { type LinkState, createUsedLinkError } from './links.js';
import { matchesPassword } from './secrets.js';

const MINUTE_MS = 60 * 1000;
/** Each check needs 19 MiB and a thread. */
const MAX_CHECKS_AT_ONCE = 8;

export class SignIn {
  readonly #accounts: Pick<Accounts, 'members' | 'links'>;
  /** The pauses for an account are short, so that strangers cannot lock a member out for long. */
  readonly #byAccount: AttemptLimiter;
  readonly #byAddress: AttemptLimiter;
  #checksInProgress = 0;

  constructor(store: Store, accounts: Pick<Accounts, 'members' | 'links'>, now: () => number) {
    this.#accounts = accounts;
    this.#byAccount = new AttemptLimiter(store, { free: 5, maxPauseMs: 5 * MINUTE_MS }, now);
    this.#byAddress = new AttemptLimiter(store, { free: 20, maxPauseMs: 15 * MINUTE_MS }, now);
  }

  /** An unknown email takes as long as a wrong password. */
  async identifyByPassword(email: string, password: string, address: string): Promise<Identify> {
    if (this.#checksInProgress >= MAX_CHECKS_AT_ONCE) throw createTooManyAttemptsError(2);
    return this.#countCheck(async () => {
      const accountKey = `account ${email.trim().toLowerCase()}`;
      const addressKey = `address ${address}`;
      await this.#byAddress.begin(addressKey);
      await this.#byAccount.begin(accountKey);
      const member = await this.#accounts.members.findByEmail(email.trim());
      if (!(await matchesPassword(member?.password ?? null, password)) || member === undefined) {
        throw createCredentialsError();
      }
      await this.#byAccount.recordSuccess(accountKey);
      await this.#byAddress.takeBack(addressKey);
      return async ({ members }) => {
        // The password may have been changed during the check.
        const current = await members.find(member.id);
        if (current?.password !== member.password) throw createCredentialsError();
        return member.id;
      };
    });
  }

  async confirmPassword(memberId: string, password: string): Promise<void> {
    const { email, password: stored } = await this.#accounts.members.get(memberId);
    const accountKey = `account ${email.toLowerCase()}`;
    await this.#byAccount.begin(accountKey);
    if (!(await this.#countCheck(() => matchesPassword(stored, password)))) {
      throw new RefusalError('forbidden', (t) => t(($) => $.access.wrongPassword), {
        field: 'password',
      });
    }
    await this.#byAccount.recordSuccess(accountKey);
  }

  async lookAtLink(code: string, address: string): Promise<LinkState> {
    const addressKey = `link ${address}`;
    await this.#byAddress.begin(addressKey);
    const found = await this.#accounts.links.find(code);
    if (found === undefined) throw createUsedLinkError();
    await this.#byAddress.takeBack(addressKey);
    return found;
  }

  async identifyByLink(
    { code, name, email = '', password = '' }: z.infer<typeof acceptLink>,
    address: string,
  ): Promise<Identify> {
    await this.lookAtLink(code, address);
    const passwordHash = await this.#countCheck(() =>
      this.#accounts.links.hashChosenPassword(email, password),
    );
    return ({ links }) => links.accept(code, { email, name }, passwordHash);
  }

  async limitAttempts<T>(address: string, work: () => Promise<T>): Promise<T> {
    const addressKey = `address ${address}`;
    await this.#byAddress.begin(addressKey);
    const result = await work();
    await this.#byAddress.takeBack(addressKey);
    return result;
  }

  async #countCheck<T>(check: () => Promise<T>): Promise<T> {
    this.#checksInProgress += 1;
    try {
      return await check();
    } finally {
      this.#checksInProgress -= 1;
    }
  }
}

function createCredentialsError(): RefusalError {
  return new RefusalError('not_signed_in', (t) => t(($) => $.access.wrongCredentials));
}
