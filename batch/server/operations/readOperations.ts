import type { Operations } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { parseMessages } from '../runs/latestRun.js';
import { listActiveRuns } from '../runs/runStore.js';
import { findRunsPause } from '../runs/runsPause.js';
import type { Services } from '../services.js';

/** Older failures do not help an administrator. */
const failuresForMs = 7 * 86_400_000;
const maxFailures = 10;

export async function readOperations({
  store,
  processes,
  now,
}: Pick<Services, 'store' | 'processes' | 'now'>): Promise<Operations> {
  const active = await listActiveRuns(store);
  const pause = await findRunsPause(store);
  const endingRuns = active.filter(({ id }) => pause?.runs.includes(id)).length;
  return {
    activeRuns: active.length,
    pause: pause === undefined ? null : { ...pause, runs: pause.runs.length, endingRuns },
    ...(await processes.read(store)),
    failedRuns: await listFailedRuns(store, new Date(now() - failuresForMs).toISOString()),
  };
}

async function listFailedRuns({ db }: Store, since: string): Promise<Operations['failedRuns']> {
  const found = await db
    .selectFrom('run')
    .innerJoin('sheet', 'sheet.id', 'run.sheet')
    .select(['run.id', 'run.sheet', 'sheet.name', 'run.ended_at as endedAt', 'run.messages'])
    .where('run.state', '=', 'failed')
    .where('run.ended_at', '>=', since)
    .where('sheet.deleted_at', 'is', null)
    .orderBy('run.ended_at', 'desc')
    .limit(maxFailures)
    .execute();
  return found.map(({ id, sheet, name, endedAt, messages }) => ({
    id,
    sheet: { id: sheet, name },
    endedAt: endedAt ?? since,
    messages: parseMessages(messages),
  }));
}
