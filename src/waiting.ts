import type { Failure, FailureCode, Result } from './failure.js';
import type { Retrieved, RiskResult } from './riskResult.js';
import type { CancelSignal, Timing } from './transport.js';

/** How an assessment's wait ended. */
export type Waited =
  | { readonly outcome: 'ready'; readonly result: RiskResult }
  /** Still being calculated when the time was up, or when the wait was cancelled. */
  | { readonly outcome: 'pending' }
  /** Refused, or not to be had of the service at the deadline either. */
  | { readonly outcome: 'failed'; readonly failure: Failure };

export interface WaitOptions {
  /** Asks once for one assessment; the client's `retrieveRiskResult`. */
  readonly retrieve: (assessmentId: string) => Promise<Result<Retrieved>>;
  readonly timing: Timing;
  /** The usual time between two looks at one assessment, default 2 s. */
  readonly intervalMs?: number;
  /** How long to wait for one assessment from when it was added, default 10 min. */
  readonly timeoutMs?: number;
  /** Retrievals at the same time, default 5. */
  readonly concurrency?: number;
  readonly signal?: CancelSignal | undefined;
  /** Hears of each assessment as soon as its wait has ended. */
  readonly onSettled: (assessmentId: string, waited: Waited) => void;
}

interface Pending {
  readonly addedMs: number;
  readonly deadlineMs: number;
  /** Looked at early and often, to learn how long results take. */
  readonly isScout: boolean;
  looks: number;
  isLookedAt: boolean;
  /** When to look again; a first look follows what is learnt meanwhile. */
  dueMs: number | undefined;
}

/** Of so many assessments one is a scout, beginning with the first. */
const assessmentsPerScout = 16;

// What may pass: a wait of minutes outlives a service that is away for one of them.
const passing: ReadonlySet<FailureCode> = new Set(['not_sent', 'no_answer', 'busy']);

/**
 * Waits for the results of many assessments in rounds: each round asks once for every assessment
 * that is due, and may begin while the answers to the one before are on their way. One caller at a
 * time. A few are scouts: a first look at them comes quickly, the later ones back off from
 * an eighth of the interval to ten times it, with jitter. The others are first looked at when a
 * result was lately ready, or after the interval as long as none was; then they back off too.
 */
export class ResultWait {
  readonly #pending = new Map<string, Pending>();
  readonly #options: WaitOptions;
  readonly #intervalMs: number;
  readonly #timeoutMs: number;
  /** How long results have taken of late. */
  #readyAfterMs: number | undefined;
  #added = 0;
  #underWay = 0;
  #lookEnded: (() => void) | undefined;
  /** What a port threw in a look; whoever calls next gets it. */
  readonly #bugs: unknown[] = [];

  constructor(options: WaitOptions) {
    this.#options = options;
    this.#intervalMs = options.intervalMs ?? 2_000;
    this.#timeoutMs = options.timeoutMs ?? 600_000;
  }

  /** Assessments that are waited for. */
  get size(): number {
    return this.#pending.size;
  }

  /** The least time after which a first look may be due at something that is added now. */
  get firstLookMs(): number {
    return this.#readyAfterMs === undefined ? this.#intervalMs / 8 : this.#readyAfterMs / 2;
  }

  /** Starts to wait for an assessment; may be called between and during rounds. */
  add(assessmentId: string): void {
    const addedMs = this.#options.timing.now();
    const deadlineMs = addedMs + this.#timeoutMs;
    const isScout = this.#added++ % assessmentsPerScout === 0;
    const dueMs = isScout ? addedMs + this.firstLookMs * this.#jitter() : undefined;
    const pending = { addedMs, deadlineMs, isScout, looks: 0, isLookedAt: false, dueMs };
    this.#pending.set(assessmentId, pending);
  }

  /** Asks for everything that is due. Resolves to the time until more is due, at most the interval. */
  async round(): Promise<number> {
    await this.begin();
    await this.looked();
    return this.dueInMs;
  }

  /**
   * Begins to ask for everything that is due, and that becomes due meanwhile. Resolves when all of it
   * has begun, not when it has ended: a slow answer holds up no other look.
   */
  async begin(): Promise<void> {
    const { timing, concurrency = 5, signal } = this.#options;
    const most = Math.max(1, concurrency);
    let nowMs = timing.now();
    // A Map's iterator also comes to what is added meanwhile.
    for (const [assessmentId, pending] of this.#pending) {
      if (pending.isLookedAt || this.#dueMs(pending) > nowMs) continue;
      if (this.#underWay >= most) {
        await this.#atMost(most - 1);
        nowMs = timing.now();
      }
      if (signal?.aborted === true) break;
      if (this.#pending.get(assessmentId) === pending) void this.#look(assessmentId, pending);
    }
    this.#throwBug();
  }

  /** Resolves when all that was begun has ended. */
  async looked(): Promise<void> {
    await this.#atMost(0);
    this.#throwBug();
  }

  /**
   * The time until more is due, at most the interval. A look that is under way may make its assessment
   * due again at any time.
   */
  get dueInMs(): number {
    const nowMs = this.#options.timing.now();
    let nextMs = nowMs + this.#intervalMs / (this.#underWay > 0 ? 100 : 1);
    for (const pending of this.#pending.values()) {
      if (!pending.isLookedAt) nextMs = Math.min(nextMs, this.#dueMs(pending));
    }
    return Math.max(0, nextMs - nowMs);
  }

  /** Settles everything that is still waited for as pending. */
  giveUp(): void {
    for (const assessmentId of [...this.#pending.keys()]) {
      this.#settle(assessmentId, { outcome: 'pending' });
    }
  }

  /** Resolves when no more than so many looks are under way. */
  async #atMost(looks: number): Promise<void> {
    while (this.#underWay > looks) {
      await new Promise<void>((resolve) => {
        this.#lookEnded = resolve;
      });
    }
  }

  #throwBug(): void {
    if (this.#bugs.length > 0) throw this.#bugs[0];
  }

  async #look(assessmentId: string, pending: Pending): Promise<void> {
    pending.isLookedAt = true;
    this.#underWay++;
    try {
      await this.#ask(assessmentId, pending);
    } catch (error) {
      this.#bugs.push(error);
    }
    pending.isLookedAt = false;
    this.#underWay--;
    this.#lookEnded?.();
  }

  async #ask(assessmentId: string, pending: Pending): Promise<void> {
    const lookMs = this.#options.timing.now();
    const retrieved = await this.#options.retrieve(assessmentId);
    // Given up, or added anew, in the meantime.
    if (this.#pending.get(assessmentId) !== pending) return;
    const nowMs = this.#options.timing.now();
    const isLate = nowMs >= pending.deadlineMs;
    if (retrieved.ok && retrieved.value.ready) {
      this.#learn(pending, lookMs - pending.addedMs);
      this.#settle(assessmentId, { outcome: 'ready', result: retrieved.value.result });
    } else if (!retrieved.ok && retrieved.failure.code === 'cancelled') {
      return;
    } else if (!retrieved.ok && (isLate || !passing.has(retrieved.failure.code))) {
      this.#settle(assessmentId, { outcome: 'failed', failure: retrieved.failure });
    } else if (isLate) {
      this.#settle(assessmentId, { outcome: 'pending' });
    } else {
      pending.looks++;
      pending.dueMs = nowMs + this.#delayMs(pending.looks);
    }
  }

  #settle(assessmentId: string, waited: Waited): void {
    this.#pending.delete(assessmentId);
    this.#options.onSettled(assessmentId, waited);
  }

  // The last look comes at the deadline, not after it.
  #dueMs({ addedMs, deadlineMs, dueMs }: Pending): number {
    return Math.min(dueMs ?? addedMs + (this.#readyAfterMs ?? this.#intervalMs), deadlineMs);
  }

  // A first look that finds a result tells nothing new, unless it came early.
  #learn({ isScout, looks }: Pending, readyAfterMs: number): void {
    if (!isScout && looks === 0) return;
    const before = this.#readyAfterMs ?? readyAfterMs;
    this.#readyAfterMs = (before + readyAfterMs) / 2;
  }

  #delayMs(looks: number): number {
    const grown = looks < 3 ? 2 ** (looks - 3) : Math.min(10, 1.5 ** (looks - 3));
    return this.#intervalMs * grown * this.#jitter();
  }

  #jitter(): number {
    return 0.8 + 0.4 * this.#options.timing.random();
  }
}

/** Waits for some assessments until each is settled or the signal says stop. */
export async function waitForResults(
  assessmentIds: Iterable<string>,
  options: Omit<WaitOptions, 'onSettled'> & Partial<Pick<WaitOptions, 'onSettled'>>,
): Promise<Map<string, Waited>> {
  const settled = new Map<string, Waited>();
  const wait = new ResultWait({
    ...options,
    onSettled: (assessmentId, waited) => {
      settled.set(assessmentId, waited);
      options.onSettled?.(assessmentId, waited);
    },
  });
  for (const assessmentId of assessmentIds) wait.add(assessmentId);
  while (wait.size > 0 && options.signal?.aborted !== true) {
    const nextMs = await wait.round();
    if (wait.size > 0) await options.timing.sleep(nextMs, options.signal);
  }
  wait.giveUp();
  return settled;
}
