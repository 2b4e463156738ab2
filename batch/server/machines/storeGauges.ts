import type { Store } from '../store/store.js';
import type { GaugeSource, Reading } from './metrics.js';

/** Several may scrape, and sheets are many. */
const validMs = 5_000;

/** What the store knows: the rows of all sheets by status, and those that a person must settle. */
export function storeGauges(
  store: Store,
  now: () => number = () => performance.now(),
): GaugeSource[] {
  const counts = memoizedFor(validMs, now, () => countsIn(store));
  return [
    {
      ...{ name: 'rwa_rows', help: 'Rows of all sheets by status; the same in every process' },
      labels: ['status'],
      read: () => [...counts().rows].map(([status, value]) => ({ labels: { status }, value })),
    },
    {
      name: 'rwa_unconfirmed',
      help: 'Rows whose request may have taken effect; a person must settle them; the same in every process',
      read: () => [{ value: counts().unconfirmed }],
    },
    {
      ...{
        name: 'rwa_runs',
        help: 'Runs that have not ended, by state; the same in every process',
      },
      labels: ['state'],
      read: () => counts().runs,
    },
  ];
}

interface Counts {
  readonly rows: ReadonlyMap<string, number>;
  readonly unconfirmed: number;
  readonly runs: readonly Reading[];
}

/** From what each sheet has counted: going through all rows would take seconds. */
function countsIn({ db }: Store): Counts {
  const rows = new Map<string, number>();
  let unconfirmed = 0;
  const sheets = db.prepare('SELECT counts, unconfirmed FROM sheet WHERE deleted_at IS NULL').all();
  for (const sheet of sheets) {
    unconfirmed += Number(sheet.unconfirmed);
    const counted = JSON.parse(sheet.counts as string) as Record<string, number>;
    for (const [status, count] of Object.entries(counted)) {
      rows.set(status, (rows.get(status) ?? 0) + count);
    }
  }
  const unended = ['queued', 'running', 'pausing', 'paused'];
  const found = db
    .prepare(
      `SELECT state, count(*) AS runs FROM run
       WHERE state IN (${unended.map(() => '?').join()}) GROUP BY state`,
    )
    .all(...unended);
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
