import { type Selectable, sql } from 'kysely';
import { z } from 'zod/v4';
import { type Run, run as runShape } from '../contract/shapes.js';
import type { RunTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import { withMargins } from './expectedTime.js';

export const activeStates = [
  'queued',
  'running',
  'pausing',
] as const satisfies readonly Run['state'][];
export const activeStateSet: ReadonlySet<Run['state']> = new Set(activeStates);
export const activeStatesSql = sql.join(activeStates.map((state) => sql.lit(state)));

/** Uses the order of insertion, because a clock that was set back must not hide an active run. */
export async function findLatestRun({ db }: Store, sheet: string): Promise<Run | undefined> {
  const found = await db
    .selectFrom('run')
    .selectAll()
    .where('sheet', '=', sheet)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found && toRun(found);
}

const sentences = z.array(z.string());

export function parseMessages(json: string): string[] {
  return sentences.parse(JSON.parse(json));
}

function parseChoices(json: string): Run['choices'] {
  return runShape.shape.choices.parse(JSON.parse(json));
}

export function toRun({
  id,
  operation,
  state,
  started_by: startedBy,
  started_at: startedAt,
  ended_at: endedAt,
  rows,
  done,
  created,
  remaining_ms: remainingMs,
  messages,
  options,
}: Selectable<RunTable>): Run {
  return {
    id,
    operation,
    state,
    startedBy,
    startedAt,
    ...(endedAt === null ? {} : { endedAt }),
    rows,
    done,
    created,
    ...(remainingMs === null ? {} : { remaining: withMargins(remainingMs) }),
    messages: parseMessages(messages),
    ...(operation === 'reassess' ? { choices: parseChoices(options) } : {}),
  };
}
