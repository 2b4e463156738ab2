import type { CancelSignal, Timing } from '../../../../src/transport.js';
import type { LimitsConnection } from './limitsConnection.js';
import { lockClass } from './lockNumbers.js';
import { WaitingLine } from './waitingLine.js';

/** Leave to send one request, now. */
export interface Grant {
  /** The request is under way, or will not be sent: the next may be asked for. */
  readonly done: () => void;
}

/** What the grants are asked with. */
export interface RateGrantsOptions {
  /** For nothing else: its answers come when they are due. */
  readonly connection: Pick<LimitsConnection, 'last'>;
  readonly sleep: Timing['sleep'];
  /** Called with what the database refused, or why it could not be asked; once until it could. */
  readonly onTrouble: (error: unknown) => void;
}

/** The first statements of a connection for grants. */
export const setUpOfGrants = [
  // Nobody must wait for the disk: a grant that a crash of the server loses was used before it.
  'SET synchronous_commit = off',
  'SET statement_timeout = 0',
  'SET lock_timeout = 0',
];

/** Without an answer, when to ask again. */
const pauseAfterErrorMs = 250;
/** A wait that is longer is not slept through in the database. */
const longestSleepSeconds = 1;
/** Nobody sleeps longer without looking whether the rate has changed. */
const longestPauseMs = 2_000;
/**
 * Between two grants lies a little more than the rate demands: what was sent apart may arrive closer together,
 * and the service counts what arrives.
 */
const spacingOf = '1.02 / per_second';
/** Of a high rate, as many as are due in this time are granted together. */
const togetherSeconds = 0.01;

/**
 * Grants of the rate that all processes share, at the moment of sending: a process asks for the next when the
 * last one is used. So what a process that is slow, frozen or dead has not used is one grant, and no second
 * has more requests than the rate allows and one for each process.
 *
 * The database lets those who ask stand in line, sleeps until the first one's grant is due, and then answers;
 * there is one question for each grant, and the line is fair.
 */
export class RateGrants {
  readonly #options: RateGrantsOptions;
  readonly #line = new WaitingLine<Grant>();
  #isLimited = false;
  #isAsking = false;
  #isClosed = false;
  /** The last question had no answer. */
  #isAway = false;
  /** Granted, and not yet done. */
  #open = 0;
  #granted = 0;

  constructor(options: RateGrantsOptions) {
    this.#options = options;
  }

  /** How many were granted to this process. */
  get granted(): number {
    return this.#granted;
  }

  /** Without a rate nobody asks. */
  set isLimited(isLimited: boolean) {
    this.#isLimited = isLimited;
    if (!isLimited) this.#letAllGo();
  }

  /** Waits for a grant; undefined as soon as the signal comes. */
  async take(signal?: CancelSignal): Promise<Grant | undefined> {
    if (!this.#isLimited) return unlimited;
    const granted = this.#line.join(signal);
    void this.#ask();
    return granted;
  }

  /** Nothing is asked any more; who waits is not answered. */
  close(): void {
    this.#isClosed = true;
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#line.length > 0 && this.#open === 0 && this.#isLimited && !this.#isClosed) {
      const { granted, waitMs } = await this.#answer(this.#line.length);
      for (let given = 0; given < granted; given++) this.#give();
      if (granted === 0 && waitMs > 0) await this.#options.sleep(Math.min(waitMs, longestPauseMs));
    }
    this.#isAsking = false;
  }

  async #answer(wanted: number): Promise<{ granted: number; waitMs: number }> {
    try {
      const [answer] = await this.#options.connection.last<Answer>(question(wanted));
      this.#isAway = false;
      if (answer !== undefined) return { granted: answer.granted, waitMs: answer.wait * 1_000 };
      this.isLimited = false;
      return { granted: 0, waitMs: 0 };
    } catch (error) {
      if (!this.#isClosed && !this.#isAway) this.#options.onTrouble(error);
      this.#isAway = true;
      return { granted: 0, waitMs: pauseAfterErrorMs };
    }
  }

  // One that nobody wants any more is lost: it must not be used later.
  #give(): void {
    let isDone = false;
    const done = () => {
      if (isDone) return;
      isDone = true;
      this.#open--;
      void this.#ask();
    };
    if (!this.#line.give({ done })) return;
    this.#open++;
    this.#granted++;
  }

  #letAllGo(): void {
    while (this.#line.give(unlimited));
  }
}

const unlimited: Grant = { done: () => undefined };

interface Answer {
  readonly granted: number;
  /** In seconds. */
  readonly wait: number;
}

/**
 * As a token bucket of `burst` requests: `next` is when the bucket will be full again. A clock that was set
 * back, or a rate that was raised, must not keep all waiting: no `next` is later than a whole bucket. A grant
 * that came late is made up for, up to half of what lies between two; a pause saves no more than that.
 */
function question(wanted: number): readonly string[] {
  return [
    `SELECT pg_advisory_xact_lock(${lockClass.rate}, 0)`,
    `SELECT pg_sleep(due) FROM (
      SELECT extract(epoch FROM next - clock_timestamp())::float8 - (burst - 1) * ${spacingOf} AS due
        FROM rwa.rate WHERE per_second IS NOT NULL
    ) wait WHERE due BETWEEN 0 AND ${longestSleepSeconds}`,
    `WITH clock AS (
      SELECT clock_timestamp() AS at
    ), rate_now AS (
      SELECT id, at, ${spacingOf} AS spacing, (burst - 1) * ${spacingOf} AS saved,
        greatest(1, floor(per_second * ${togetherSeconds})) AS together,
        extract(epoch FROM next - at)::float8 AS ahead
        FROM rwa.rate, clock WHERE per_second IS NOT NULL
    ), usable AS (
      SELECT *, CASE WHEN ahead > saved + (together + 1) * spacing THEN 0
        ELSE greatest(ahead, -together * spacing / 2) END AS used
        FROM rate_now
    ), answer AS (
      SELECT *, CASE WHEN used > saved THEN 0
        ELSE least(${wanted}, greatest(together, floor((saved - used) / spacing) + 1)) END AS granted
        FROM usable
    )
    UPDATE rwa.rate SET next = at + make_interval(secs => used + granted * spacing)
      FROM answer WHERE rate.id = answer.id
      RETURNING granted::int AS granted, greatest(used - saved, 0)::float8 AS wait`,
  ];
}
