import { randomUUID } from 'node:crypto';
import { blocksOf } from '../../batch/server/store/many.js';
import { factsIn } from '../../batch/server/store/journalLines.js';
import type { PlannedRow } from '../../batch/engine/rows/plannedRow.js';
import type { Ask, Found } from '../../batch/server/machines/sharedDatabase.js';
import type { Machine } from './machine.js';
import type { RunProcess } from './process.js';

interface StoredSlice {
  readonly id: string;
  readonly rows: string;
  state: string;
  fence: number;
  appended: number;
  holder: string | undefined;
  untilMs: number;
  takenAtMs: number | undefined;
  done: number;
  created: number;
  failures: number;
}

type Values = readonly unknown[];

/** The longest time that a statement or its answer takes to arrive. */
const maxTransitMs = 5;

/**
 * A model of Postgres for the workers of a run: the slices of the run and the journal of its sheet. A
 * statement takes effect at one moment. While the statement or its answer is on the way, the process may freeze
 * or die and its connection may break, so everything that a worker has read may be outdated when it uses it.
 */
export class SharedStore {
  readonly #machine: Machine;
  readonly #order: string;
  readonly #slices = new Map<string, StoredSlice>();
  /** Processes whose connections break, in turn before and after a statement takes effect. */
  readonly #cutOff = new WeakMap<RunProcess, { readonly untilMs: number; isBefore: boolean }>();

  constructor(machine: Machine, again: boolean) {
    this.#machine = machine;
    this.#order = JSON.stringify({ operation: again ? 'reassess' : 'assess' });
  }

  /** Replaces the slices by new ones for these rows. */
  cut(rows: readonly PlannedRow[], size: number): void {
    this.#slices.clear();
    for (const part of blocksOf(rows, size)) {
      const id = randomUUID();
      this.#slices.set(id, {
        ...{ id, rows: JSON.stringify(part), state: 'open', fence: 0, appended: 0 },
        ...{
          holder: undefined,
          untilMs: 0,
          takenAtMs: undefined,
          done: 0,
          created: 0,
          failures: 0,
        },
      });
    }
  }

  /** The slices that need a worker. */
  get open(): readonly string[] {
    return [...this.#slices.values()].filter(({ state }) => state === 'open').map(({ id }) => id);
  }

  /** Disconnects a process from the database for a while: its statements or their answers get lost. */
  cutOff(process: RunProcess, ms: number): void {
    this.#cutOff.set(process, { untilMs: this.#machine.clock.now() + ms, isBefore: true });
  }

  /** Returns the function with which a process sends statements. */
  connect(process: RunProcess): Ask {
    const { clock } = this.#machine;
    return async (sql, ...values) => {
      await process.step();
      await clock.sleep(clock.random() * maxTransitMs);
      const cut = this.#cutOff.get(process);
      const isCut = cut !== undefined && clock.now() < cut.untilMs;
      if (isCut) cut.isBefore = !cut.isBefore;
      const found = isCut && cut.isBefore ? [] : this.#answer(sql, values);
      await clock.sleep(clock.random() * maxTransitMs);
      await process.step();
      if (isCut) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      return found;
    };
  }

  #answer(sql: string, values: Values): readonly Found[] {
    const [id] = values as [string];
    const slice = this.#slices.get(id);
    // Apply only the conditions that the statement contains.
    const isFenced = sql.includes('fence = $2');
    const isHeld = slice !== undefined && (!isFenced || slice.fence === values[1]);
    if (sql.includes('take_slice(')) return [{ said: this.#take(slice, values) }];
    if (sql.startsWith('SELECT slice.*'))
      return slice !== undefined && slice.holder === values[1] ? [this.#found(slice)] : [];
    if (sql.startsWith('UPDATE slice SET until')) return isHeld ? [this.#renew(slice, values)] : [];
    if (sql.startsWith('UPDATE slice SET holder')) return isHeld ? [leave(slice, values)] : [];
    if (sql.startsWith('WITH held')) return this.#append(isHeld ? slice : undefined, sql, values);
    if (sql.startsWith('SELECT 1 FROM slice')) {
      return isHeld && slice.appended === values[2] ? [{}] : [];
    }
    if (sql.startsWith('(SELECT number, lines FROM journal')) return this.#linesOf(values);
    throw new Error(`The model of the database does not know: ${sql}`);
  }

  /** Does the same as `take_slice` in machineTables.ts. */
  #take(slice: StoredSlice | undefined, [, holder, seconds]: Values): string {
    const nowMs = this.#machine.clock.now();
    if (slice?.state !== 'open') return 'nothing';
    if (slice.untilMs > nowMs && slice.holder !== holder) return 'later';
    slice.fence++;
    slice.appended = 0;
    slice.holder = holder as string;
    slice.untilMs = nowMs + Number(seconds) * 1_000;
    slice.takenAtMs ??= nowMs;
    return 'taken';
  }

  #found(slice: StoredSlice): Found {
    const { takenAtMs = 0, ...found } = slice;
    const age_ms = this.#machine.clock.now() - takenAtMs;
    return { ...found, age_ms, run: 'run', sheet: 'sheet', options: this.#order };
  }

  #renew(slice: StoredSlice, [, , seconds, done, created]: Values): Found {
    slice.untilMs = this.#machine.clock.now() + Number(seconds) * 1_000;
    [slice.done, slice.created] = [Number(done), Number(created)];
    return { run_state: 'running', is_wanted: false };
  }

  #append(
    slice: StoredSlice | undefined,
    sql: string,
    [, , number, , lines]: Values,
  ): readonly Found[] {
    const isNext = !sql.includes('appended = $3 - 1') || slice?.appended === Number(number) - 1;
    if (slice === undefined || !isNext) return [];
    slice.appended++;
    this.#machine.disk.append(Buffer.from((lines as string[]).map((line) => `${line}\n`).join('')));
    this.#machine.disk.sync();
    return [{}];
  }

  #linesOf([, keys]: Values): readonly Found[] {
    const wanted = new Set(keys as string[]);
    return factsIn(this.#machine.disk.bytes).flatMap(({ row, line }, at) =>
      at === 0 || (row !== null && wanted.has(row)) ? [{ number: at, lines: line }] : [],
    );
  }
}

function leave(slice: StoredSlice, [, , state, done, created, failures]: Values): Found {
  slice.state = state as string;
  slice.holder = undefined;
  slice.untilMs = 0;
  [slice.done, slice.created, slice.failures] = [Number(done), Number(created), Number(failures)];
  return {};
}
