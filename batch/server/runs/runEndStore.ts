import { sql } from 'kysely';
import { z } from 'zod/v4';
import type { Run } from '../contract/shapes.js';
import type { Store } from '../db/store.js';

/** A run that is over, with what it says without values of the sheet, and the sheet as it is since. */
export interface EndedRun {
  readonly id: string;
  readonly sheet: string;
  /** Of the sheet. */
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly operation: Run['operation'];
  readonly state: (typeof endStates)[number];
  readonly startedBy: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly rows: number;
  readonly done: number;
  readonly said: readonly string[];
}

const endStates = ['ended', 'failed', 'stopped'] as const;
const storedCounts = z.record(z.string(), z.number());
const storedSaid = z.array(z.string());

/** Runs whose end was not told yet, the oldest first; also one that went on and ended once more. */
export async function runsToTell({ db }: Store): Promise<EndedRun[]> {
  const found = await db
    .selectFrom('run')
    .innerJoin('sheet', 'sheet.id', 'run.sheet')
    .select(({ fn }) => [
      'run.id',
      'run.sheet',
      'name',
      'counts',
      'operation',
      'started_by as startedBy',
      'started_at as startedAt',
      'rows',
      'done',
      fn.coalesce('said_outside', 'said').as('said'),
    ])
    .select(sql<EndedRun['state']>`run.state`.as('state'))
    .select(sql<string>`run.ended_at`.as('endedAt'))
    .where('state', 'in', endStates)
    .where('ended_at', 'is not', null)
    .where((where) =>
      where.or([where('told_at', 'is', null), where('told_at', '<', where.ref('ended_at'))]),
    )
    .orderBy('ended_at')
    .execute();
  return found.map((run) => ({
    ...run,
    counts: storedCounts.parse(JSON.parse(run.counts)),
    said: storedSaid.parse(JSON.parse(run.said)),
  }));
}

/** Records that the end of a run was reported. */
export async function noteTold({ db }: Store, run: string, at: string): Promise<void> {
  await db.updateTable('run').set({ told_at: at }).where('id', '=', run).execute();
}
