import type { RunHealthQuery } from './healthStore.js';
import { createLiveWorkersGauge } from './liveWorkers.js';
import type { GaugeSource, GaugeValue } from './metrics.js';
import { activeStates } from '../runs/latestRun.js';
import { createQueueAgeGauge } from './queue.js';

/** Counts are cached for this time: several scrapers may ask, and there may be many sheets. */
const validMs = 5_000;

export function createStoreGauges(
  ask: RunHealthQuery,
  now: () => number = () => performance.now(),
): GaugeSource[] {
  const counts = memoizeFor(validMs, now, () => readCounts(ask));
  return [
    {
      name: 'rwa_rows',
      help: 'Rows of all sheets by status; the same in every process',
      labels: ['status'],
      read: async () => {
        const { rows } = await counts();
        return [...rows].map(([status, value]) => ({ labels: { status }, value }));
      },
    },
    {
      name: 'rwa_unconfirmed',
      help: 'Rows whose request may have taken effect; a person must settle them; the same in every process',
      read: async () => [{ value: (await counts()).unconfirmed }],
    },
    {
      name: 'rwa_runs',
      help: 'Runs that have not ended, by state; the same in every process',
      labels: ['state'],
      read: async () => (await counts()).runs,
    },
    {
      name: 'rwa_run_last_success_timestamp_seconds',
      help: 'When a run has last ended by itself, in Unix time; the same in every process',
      read: async () => {
        const { lastSuccess } = await counts();
        return lastSuccess === undefined ? [] : [{ value: Date.parse(lastSuccess) / 1_000 }];
      },
    },
  ];
}

export function createSharedGauges(ask: RunHealthQuery): GaugeSource[] {
  return [...createStoreGauges(ask), createQueueAgeGauge(ask), createLiveWorkersGauge(ask)];
}

interface Counts {
  readonly rows: ReadonlyMap<string, number>;
  readonly unconfirmed: number;
  readonly runs: readonly GaugeValue[];
  readonly lastSuccess: string | undefined;
}

const unendedStates = [...activeStates, 'paused'] as const;

/** Adds up the stored counts of sheets: reading all rows would take seconds. */
export async function readCounts(ask: RunHealthQuery): Promise<Counts> {
  const rows = new Map<string, number>();
  let unconfirmed = 0;
  const [sheets, found, [last]] = await Promise.all([
    ask((db) =>
      executeQuery(
        db.selectFrom('sheet').select(['counts', 'unconfirmed']).where('deleted_at', 'is', null),
      ),
    ),
    ask((db) =>
      executeQuery(
        db
          .selectFrom('run')
          .select(({ fn }) => ['state', fn.countAll<number>().as('runs')])
          .where('state', 'in', unendedStates)
          .groupBy('state'),
      ),
    ),
    ask((db) =>
      executeQuery(
        db
          .selectFrom('run')
          .select(({ fn }) => fn.max('ended_at').as('at'))
          .where('state', '=', 'ended'),
      ),
    ),
  ]);
  for (const sheet of sheets) {
    unconfirmed += sheet.unconfirmed;
    const countsByStatus = JSON.parse(sheet.counts) as Record<string, number>;
    for (const [status, count] of Object.entries(countsByStatus)) {
      rows.set(status, (rows.get(status) ?? 0) + count);
    }
  }
  const byState = new Map(found.map(({ state, runs }) => [state, runs]));
  const runs = unendedStates.map((state) => ({
    labels: { state },
    value: byState.get(state) ?? 0,
  }));
  return { rows, unconfirmed, runs, lastSuccess: last?.at ?? undefined };
}

async function executeQuery<T>(query: {
  execute(): Promise<T[]>;
}): Promise<{ readonly rows: T[] }> {
  return { rows: await query.execute() };
}

function memoizeFor<T>(forMs: number, now: () => number, read: () => Promise<T>): () => Promise<T> {
  let cached: { readonly atMs: number; readonly value: Promise<T> } | undefined;
  return () => {
    const atMs = now();
    if (cached !== undefined && atMs - cached.atMs <= forMs) return cached.value;
    const value = read();
    cached = { atMs, value };
    value.catch(() => {
      if (cached?.value === value) cached = undefined;
    });
    return value;
  };
}
