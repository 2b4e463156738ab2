import { randomUUID } from 'node:crypto';
import { blocksOf } from '../../batch/server/store/many.js';
import { factsIn } from '../../batch/server/store/journalLines.js';
import type { PlannedRow } from '../../batch/engine/rows/rowStatus.js';
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

/** How long a statement is on its way, at most, and so is its answer. */
const longestWayMs = 5;

/**
 * Postgres, as the workers of a run see it: the slices of the run and the journal of its sheet. A statement
 * has its whole effect in one moment, between its way there and the way of its answer, in which a process may
 * freeze or die and its connection break; so whatever a worker has read may be old when it uses it.
 */
export class SharedStore {
  readonly #machine: Machine;
  readonly #order: string;
  readonly #slices = new Map<string, StoredSlice>();
  /** Its connections break, before a statement has its effect or after it. */
  readonly #cutOff = new WeakMap<RunProcess, { readonly untilMs: number; isBefore: boolean }>();

  constructor(machine: Machine, again: boolean) {
    this.#machine = machine;
    this.#order = JSON.stringify({ operation: again ? 'reassess' : 'assess' });
  }

  /** Cuts rows into slices, in place of those that there are. */
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

  /** The slices that somebody has to work on. */
  get open(): readonly string[] {
    return [...this.#slices.values()].filter(({ state }) => state === 'open').map(({ id }) => id);
  }

  /** From now on, for so long, this process does not get through to the database, or hears nothing of it. */
  cutOff(process: RunProcess, ms: number): void {
    this.#cutOff.set(process, { untilMs: this.#machine.clock.now() + ms, isBefore: true });
  }

  /** What a process asks with. */
  askOf(process: RunProcess): Ask {
    const { clock } = this.#machine;
    return async (sql, ...values) => {
      await process.step();
      await clock.sleep(clock.random() * longestWayMs);
      const cut = this.#cutOff.get(process);
      const isCut = cut !== undefined && clock.now() < cut.untilMs;
      if (isCut) cut.isBefore = !cut.isBefore;
      const found = isCut && cut.isBefore ? [] : this.#answer(sql, values);
      await clock.sleep(clock.random() * longestWayMs);
      await process.step();
      if (isCut) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      return found;
    };
  }

  #answer(sql: string, values: Values): readonly Found[] {
    const [id] = values as [string];
    const slice = this.#slices.get(id);
    // A condition that the statement does not have does not count.
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

  /** As `take_slice` in machineTables.ts. */
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
