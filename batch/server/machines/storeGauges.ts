import type { HealthAsk } from './healthStore.js';
import { livingWorkers } from './livingWorkers.js';
import type { GaugeSource, Reading } from './metrics.js';
import { queueAge } from './queue.js';

/** Several may scrape, and sheets are many. */
const validMs = 5_000;

/** What the store knows: the rows of all sheets by status, and those that a person must settle. */
export function storeGauges(
  ask: HealthAsk,
  now: () => number = () => performance.now(),
): GaugeSource[] {
  const counts = memoizedFor(validMs, now, () => countsIn(ask));
  return [
    {
      ...{ name: 'rwa_rows', help: 'Rows of all sheets by status; the same in every process' },
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
      ...{
        name: 'rwa_runs',
        help: 'Runs that have not ended, by state; the same in every process',
      },
      labels: ['state'],
      read: async () => (await counts()).runs,
    },
  ];
}

/** What a database knows that many processes share: also what waits there, and who works. */
export function sharedGauges(ask: HealthAsk): GaugeSource[] {
  return [...storeGauges(ask), queueAge(ask), livingWorkers(ask)];
}

interface Counts {
  readonly rows: ReadonlyMap<string, number>;
  readonly unconfirmed: number;
  readonly runs: readonly Reading[];
}

const unended = ['queued', 'running', 'pausing', 'paused'];

/** From what each sheet has counted: going through all rows would take seconds. */
async function countsIn(ask: HealthAsk): Promise<Counts> {
  const rows = new Map<string, number>();
  let unconfirmed = 0;
  const [sheets, found] = await Promise.all([
    ask('SELECT counts, unconfirmed FROM sheet WHERE deleted_at IS NULL'),
    ask(`SELECT state, count(*) AS runs FROM run
      WHERE state IN ('${unended.join("', '")}') GROUP BY state`),
  ]);
  for (const sheet of sheets) {
    unconfirmed += Number(sheet.unconfirmed);
    const counted = JSON.parse(sheet.counts as string) as Record<string, number>;
    for (const [status, count] of Object.entries(counted)) {
      rows.set(status, (rows.get(status) ?? 0) + count);
    }
  }
  const byState = new Map(found.map(({ state, runs }) => [state, Number(runs)]));
  const runs = unended.map((state) => ({ labels: { state }, value: byState.get(state) ?? 0 }));
  return { rows, unconfirmed, runs };
}

function memoizedFor<T>(forMs: number, now: () => number, read: () => T): () => T {
  let known: { readonly atMs: number; readonly value: T } | undefined;
  return () => {
    const atMs = now();
    if (known === undefined || atMs - known.atMs > forMs) known = { atMs, value: read() };
    return known.value;
  };
}
