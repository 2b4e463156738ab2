import { RefusalError } from '../refusalError.js';
import type { RefusalWording } from '../words/language/language.js';

interface Limits {
  readonly total: number;
  readonly perMember: number;
}

/** Limits the uploads that run at the same time. */
export class ConcurrencyLimit {
  readonly #limits: Limits;
  readonly #byMember = new Map<string, number>();
  #running = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  async run<T>(member: string, work: () => T | Promise<T>): Promise<T> {
    const own = this.#byMember.get(member) ?? 0;
    if (this.#running >= this.#limits.total)
      throw createBusyError((t) => t(($) => $.http.tooManyUploads));
    if (own >= this.#limits.perMember)
      throw createBusyError((t) => t(($) => $.http.tooManyOwnUploads, { uploads: own }));
    this.#change(member, 1);
    try {
      return await work();
    } finally {
      this.#change(member, -1);
    }
  }

  #change(member: string, by: number): void {
    const own = (this.#byMember.get(member) ?? 0) + by;
    if (own === 0) this.#byMember.delete(member);
    else this.#byMember.set(member, own);
    this.#running += by;
  }
}

function createBusyError(wording: RefusalWording): RefusalError {
  return new RefusalError('busy', wording, { retryAfterSeconds: 5 });
}
