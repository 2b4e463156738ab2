import { z } from 'zod/v4';
import { type Run, run } from '../api/shapes.js';
import { wordsOf } from './dialects.js';
import type { Store } from './store.js';

/** The states of a run that works, or is about to. */
export const workingStates: ReadonlySet<Run['state']> = new Set(['queued', 'running', 'pausing']);

/**
 * The latest run of a sheet; who started it is the id of a member. The last one that was added, not the one with
 * the latest time: a clock that was set back must not hide a run that is under way.
 */
export function latestRun(store: Store, sheet: string): Run | undefined {
  const found = store.db
    .prepare(`SELECT * FROM run WHERE sheet = ? ORDER BY ${wordsOf(store).added} DESC LIMIT 1`)
    .get(sheet);
  if (found === undefined) return undefined;
  const endedAt = found.ended_at as string | null;
  const remainingMs = found.remaining_ms as number | null;
  return {
    id: found.id as string,
    operation: run.shape.operation.parse(found.operation),
    state: run.shape.state.parse(found.state),
    startedBy: found.started_by as string,
    startedAt: found.started_at as string,
    ...(endedAt === null ? {} : { endedAt }),
    rows: found.rows as number,
    done: found.done as number,
    created: found.created as number,
    ...(remainingMs === null ? {} : { remainingMs }),
    said: z.array(z.string()).parse(JSON.parse(found.said as string)),
  };
}
