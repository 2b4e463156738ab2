import { hostname } from 'node:os';
import manifest from '../../package.json' with { type: 'json' };
import type { Limits } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { parseMessages, activeStates } from '../runs/latestRun.js';
import type { ThreadWork } from '../threads/work.js';
import { readOwnLimits, storeOwnLimits } from './ownLimits.js';
import type { Processes, ProcessesNow } from './processes.js';
import type { TokenState } from './tokenState.js';

/** Describes a server on one machine, which does not divide its runs into slices. */
export class OwnProcess implements Processes {
  readonly #work: Pick<ThreadWork, 'applyLimits'>;
  readonly #now: () => number;
  readonly #token: Readonly<TokenState>;

  constructor(
    work: Pick<ThreadWork, 'applyLimits'>,
    now: () => number,
    token: Readonly<TokenState> = { isRefused: false },
  ) {
    this.#work = work;
    this.#now = now;
    this.#token = token;
  }

  async read(store: Store): Promise<ProcessesNow> {
    const runs = await listSheetsOfActiveRuns(store);
    const nowMs = this.#now();
    const worker = {
      id: 'server',
      host: hostname(),
      pid: process.pid,
      version: manifest.version,
      startedAt: new Date(nowMs - process.uptime() * 1_000).toISOString(),
      seenAt: new Date(nowMs).toISOString(),
      state: 'live',
      isDraining: false,
      isTokenRefused: this.#token.isRefused,
      inHand: runs.length,
    } as const;
    const retries = runs.flatMap(({ id, name, messages }) => {
      const why = parseMessages(messages).join(' ');
      const sheet = { id, name };
      return why === '' ? [] : [{ sheet, slices: null, tries: null, nextAt: null, why }];
    });
    return { workers: [worker], slices: null, retries, limits: await readOwnLimits(store) };
  }

  setLimits(tx: Store, limits: Limits): Promise<void> {
    return storeOwnLimits(tx, limits);
  }

  applyLimits(): Promise<void> {
    return this.#work.applyLimits();
  }

  setDraining(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  retryNow(): Promise<number> {
    return Promise.resolve(0);
  }
}

/** A run that waits for the service has messages. */
function listSheetsOfActiveRuns({ db }: Store) {
  return db
    .selectFrom('run')
    .innerJoin('sheet', 'sheet.id', 'run.sheet')
    .select(['sheet.id', 'sheet.name', 'run.messages'])
    .where('run.state', 'in', activeStates)
    .orderBy('run.seq')
    .execute();
}
