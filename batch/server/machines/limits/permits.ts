import type { CancelSignal, Timing } from '../../../../src/transport.js';
import { pauseBetweenCutsMs } from '../../../engine/run/limiter.js';
import { fairShare } from './fairShare.js';
import { graceMs, type PermitLocks, type PermitView } from './permitLocks.js';
import { WaitingLine } from './waitingLine.js';

/** Leave to have one request in flight. */
export interface Permit {
  /**
   * Call it right before the request is sent. Resolves, at once but after trouble, when it is certain that the
   * permit is still there; and when the signal comes, after which nothing may be sent.
   */
  send(signal?: CancelSignal): Promise<void>;
  /** The request has ended, or will not be sent. */
  release(): void;
}

/** What the permits are kept with. */
export interface PermitsOptions {
  readonly locks: Pick<PermitLocks, keyof PermitLocks>;
  /** How many permits all have, until the first look. */
  readonly concurrency: number;
  readonly sleep: Timing['sleep'];
  /** Milliseconds on a clock that is never set back, and goes on while the process is frozen. */
  readonly now: () => number;
  /** Called with what there is for all. */
  readonly onView: (view: PermitView) => void;
  /** Called with what the database refused, or why it could not be asked; once until it could. */
  readonly onTrouble: (error: unknown) => void;
}

/** How often a process that sends looks at what there is, and one that has too few permits. */
const lookEveryMs = 300;
const lookWhenHungryMs = 100;
/** And one that has not reached the database for so many looks. */
const patientAfter = 20;
const lookPatientlyMs = 1_000;
/** When more is wanted while there may be more. */
const lookSoonMs = 20;
/** Permits that are not used for this time are given back. */
const keepIdleMs = 1_000;
/** Before others may take what was lost, nothing is sent that is not known to be there. */
const trustMs = graceMs - 500;

/**
 * The permits of this process, which it takes while it has something to send: its share where others want
 * some, and else as many as it can use. It counts what is in flight, also of a connection that broke.
 */
export class Permits {
  readonly #options: PermitsOptions;
  readonly #line = new WaitingLine<Permit>();
  /** Those that have a permit, and must know that it is still there. */
  readonly #unsure = new WaitingLine<true>();
  #held = new Set<number>();
  /** Permits that are given out, and those of them with a request in flight. */
  #out = 0;
  #sent = 0;
  /** How many permits all have, and at most. Those from `#now` on are not used. */
  #now: number;
  #most: number;
  /** How many this process may use. */
  #limit = 0;
  /** When it was last certain that `#held` is held; never, when the connection broke. */
  #sureSince = Number.NEGATIVE_INFINITY;
  #wishes = { active: false, hungry: false };
  #lastUse = 0;
  #goodAnswers = 0;
  /** Looks in a row that failed. */
  #failures = 0;
  /** Whether a look is of use that comes before its time. */
  #mayBeMore = true;
  #isWanted = false;
  #isLooking = false;
  #isClosed = false;
  #nap = new AbortController();

  constructor(options: PermitsOptions) {
    this.#options = options;
    this.#now = options.concurrency;
    this.#most = options.concurrency;
  }

  /** How many permits this process has. */
  get held(): number {
    return this.#held.size;
  }

  /** How many requests of this process are in flight. */
  get sent(): number {
    return this.#sent;
  }

  /** How many requests all may have in flight, as far as this process knows. */
  get concurrency(): number {
    return this.#now;
  }

  /** Waits for a permit; undefined as soon as the signal comes. */
  take(signal?: CancelSignal): Promise<Permit | undefined> {
    const taken = this.#line.join(signal);
    this.#handOut();
    if (this.#line.length > 0) this.#lookSoon();
    return taken;
  }

  /** All locks are gone. What is in flight goes on, and nothing new is sent without them. */
  lost(): void {
    this.#held = new Set();
    this.#sureSince = Number.NEGATIVE_INFINITY;
    this.#wishes = { active: false, hungry: false };
    // Who is back in time has its permits again.
    if (this.#needed > 0) this.#lookSoon();
  }

  /** Counts an answer for the concurrency of all: a good one, or one that says to send less. */
  async answered(isGood: boolean): Promise<void> {
    if (isGood) {
      if (this.#now < this.#most) this.#goodAnswers++;
      return;
    }
    this.#goodAnswers = 0;
    try {
      this.#now = (await this.#options.locks.cut(pauseBetweenCutsMs)) ?? this.#now;
    } catch (error) {
      this.#options.onTrouble(error);
    }
  }

  /** Gives all back, unless something is in flight; who waits is not answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#nap.abort();
    while (this.#isLooking) await this.#options.sleep(5);
    if (this.#sent > 0) return;
    const held = [...this.#held];
    this.#held = new Set();
    await this.#options.locks.giveBack(held).catch(this.#options.onTrouble);
  }

  get #usable(): number {
    let usable = 0;
    for (const n of this.#held) if (n < this.#now) usable++;
    return usable;
  }

  get #isSure(): boolean {
    return !this.#isClosed && this.#options.now() - this.#sureSince < trustMs;
  }

  get #needed(): number {
    return this.#out + this.#line.length;
  }

  #handOut(): void {
    if (!this.#isSure) return;
    while (this.#line.length > 0 && this.#out < Math.min(this.#usable, this.#limit)) {
      if (this.#line.give(this.#permit())) this.#out++;
    }
  }

  #permit(): Permit {
    let state: 'out' | 'sent' | 'released' = 'out';
    return {
      send: async (signal) => {
        while (!(this.#isSure && this.#sent < this.#usable)) {
          const known = this.#unsure.join(signal);
          this.#lookSoon();
          if ((await known) === undefined) return;
        }
        this.#sent++;
        state = 'sent';
      },
      release: () => {
        if (state === 'released') return;
        if (state === 'sent') this.#sent--;
        state = 'released';
        this.#out--;
        this.#lastUse = this.#options.now();
        this.#unsure.give(true);
        this.#handOut();
        // Somebody may wait for what this process has too many of.
        if (this.#held.size > this.#out && this.#out >= this.#limit) this.#lookSoon();
      },
    };
  }

  #lookSoon(): void {
    if (this.#isClosed) return;
    if (!this.#isLooking) void this.#keepLooking();
    else if (this.#mayBeMore || !this.#isSure) {
      this.#isWanted = true;
      this.#nap.abort();
    }
  }

  /** Looks again and again while there is something to send or to give back. */
  async #keepLooking(): Promise<void> {
    this.#isLooking = true;
    while (!this.#isClosed && (this.#needed > 0 || this.#held.size > 0 || this.#wishes.active)) {
      this.#isWanted = false;
      await this.#look();
      this.#handOut();
      for (let waiting = this.#unsure.length; waiting > 0; waiting--) this.#unsure.give(true);
      await this.#pause(this.#pauseMs());
    }
    this.#isLooking = false;
  }

  #pauseMs(): number {
    if (this.#failures > patientAfter) return lookPatientlyMs;
    return this.#wishes.hungry || !this.#isSure ? lookWhenHungryMs : lookEveryMs;
  }

  async #pause(ms: number): Promise<void> {
    await this.#options.sleep(lookSoonMs);
    this.#nap = new AbortController();
    if (this.#isWanted || this.#isClosed) return;
    await this.#options.sleep(ms - lookSoonMs, this.#nap.signal);
  }

  /** One look, and what follows from it. */
  async #look(): Promise<void> {
    const { locks, now, onView, onTrouble } = this.#options;
    try {
      await this.#wish('active', this.#needed > 0);
      await this.#reportGood();
      const askedAt = now();
      const view = await locks.look();
      this.#held = new Set(view.mine);
      this.#sureSince = askedAt;
      this.#now = view.now;
      this.#most = view.most;
      onView(view);
      await locks.noteLost(view.lost);

      const share = fairShare({ ...view, permits: view.now });
      this.#limit = view.hungryOthers > 0 ? share : view.now;
      await this.#giveBack(view);
      await this.#takeMore(view);
      if (this.#sent <= this.#held.size) {
        await locks.clear(view.toClear.filter((n) => !this.#held.has(n)));
      }
      await this.#wish('hungry', this.#usable < Math.min(this.#needed, share));
      this.#failures = 0;
    } catch (error) {
      // The next look finds how things are; until then, what was certain soon is not.
      if (this.#failures++ === 0) onTrouble(error);
    }
  }

  async #giveBack(view: PermitView): Promise<void> {
    const isIdle = this.#needed === 0 && this.#options.now() - this.#lastUse > keepIdleMs;
    const keepOfShare = view.hungryOthers > 0 ? Math.min(this.#limit, this.#needed) : view.now;
    const keep = isIdle ? 0 : keepOfShare;
    const held = [...this.#held].toSorted((a, b) => a - b);
    const surplus = [
      ...held.filter((n) => n >= view.now),
      ...held.filter((n) => n < view.now).slice(keep),
    ].slice(0, Math.max(0, this.#held.size - this.#out));
    // From now on nothing is sent with them.
    for (const n of surplus) this.#held.delete(n);
    await this.#options.locks.giveBack(surplus);
  }

  async #takeMore(view: PermitView): Promise<void> {
    const wanted = Math.max(Math.min(this.#limit, this.#needed) - this.#usable, 0);
    // What is in flight without a permit, after a connection broke.
    const uncovered = Math.max(this.#sent - this.#held.size, 0);
    const candidates = view.free.slice(0, Math.max(wanted, uncovered));
    const taken = candidates.length === 0 ? [] : await this.#options.locks.take(candidates);
    for (const n of taken) this.#held.add(n);
    this.#mayBeMore = taken.length > 0 || wanted === 0;
  }

  async #reportGood(): Promise<void> {
    const answers = this.#goodAnswers;
    this.#goodAnswers = 0;
    if (answers > 0) await this.#options.locks.addGood(answers);
  }

  async #wish(kind: 'active' | 'hungry', isWished: boolean): Promise<void> {
    if (this.#wishes[kind] === isWished) return;
    await this.#options.locks.wish(kind, isWished);
    this.#wishes[kind] = isWished;
  }
}
