import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type SqlBool } from 'kysely';
import { type Run, type StartRun, startRun } from '../contract/shapes.js';
import { type Sentence, showValues, omitValues } from '../../wording/sentence.js';
import type { RunTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { parseMessages, toRun, activeStates, activeStateSet } from './latestRun.js';
import { assertSheetChecked, isUnchecked } from '../restore/recordGap.js';
import { z } from 'zod/v4';

/** `startedBy` is the id of a member or the `scheduleName`. */
export interface StoredRun extends Run {
  readonly sheet: string;
  readonly order: StartRun;
  readonly haltAs: HaltAs | undefined;
}

/** If the sheet has an active run, returns that run: two people who start a run at the same time get the same run. */
export function queueRun(
  store: Store,
  sheet: string,
  order: StartRun,
  { by, at }: { readonly by: string; readonly at: string },
): Promise<{ readonly run: StoredRun; readonly isNew: boolean }> {
  return inTransaction(store, async (tx) => {
    const active = await findActiveRun(tx, sheet);
    if (active !== undefined) return { run: active, isNew: false };
    await stopPausedRun(tx, sheet, at);
    const id = randomUUID();
    await insertQueuedRun(tx, { id, sheet, order, by, at });
    return { run: await requireRun(tx, id), isNew: true };
  });
}

async function findActiveRun({ db }: Store, sheet: string): Promise<StoredRun | undefined> {
  const found = await db
    .selectFrom('run')
    .selectAll()
    .where('sheet', '=', sheet)
    .where('state', 'in', activeStates)
    .executeTakeFirst();
  return found && toStoredRun(found);
}

/** The sheet must have no active run. Refuses a sheet that is held after a restore. Call this in a transaction. */
export async function insertQueuedRun(
  store: Store,
  {
    id,
    sheet,
    order,
    by,
    at,
  }: Pick<StoredRun, 'id' | 'sheet' | 'order'> & Record<'by' | 'at', string>,
): Promise<void> {
  await assertSheetChecked(store, sheet);
  await store.db
    .insertInto('run')
    .values({
      id,
      sheet,
      operation: order.operation,
      state: 'queued',
      options: JSON.stringify(order),
      started_by: by,
      started_at: at,
    })
    .execute();
  await setStageOfSheet(store, id, 'running');
}

/**
 * Returns false if the run is no longer paused, another run of the sheet is active, or the sheet is held after a
 * restore.
 */
export function requeueRun(store: Store, id: string): Promise<boolean> {
  return inTransaction(store, async (tx) => {
    const paused = await tx.db
      .updateTable('run')
      .set({
        state: 'queued',
        halt_as: null,
        ended_at: null,
        messages: '[]',
        messages_outside: null,
      })
      .where('id', '=', id)
      .where('state', '=', 'paused')
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('run as other')
              .select('other.id')
              .whereRef('other.sheet', '=', 'run.sheet')
              .where('other.state', 'in', activeStates),
          ),
        ),
      )
      .where((where) => where.not(isUnchecked(sql.ref('run.sheet'))))
      .returning('id')
      .execute();
    if (paused.length > 0) await setStageOfSheet(tx, id, 'running');
    return paused.length > 0;
  });
}

export async function findRun({ db }: Store, id: string): Promise<StoredRun | undefined> {
  const found = await db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst();
  return found && toStoredRun(found);
}

export async function listActiveRuns({ db }: Store): Promise<StoredRun[]> {
  const found = await db
    .selectFrom('run')
    .selectAll()
    .where('state', 'in', activeStates)
    .orderBy('seq')
    .execute();
  return found.map(toStoredRun);
}

/** Returns false for a run that is not active any more. */
export async function recordRunBegin(store: Store, id: string): Promise<boolean> {
  await store.db
    .updateTable('run')
    .set({ state: 'running', messages: '[]' })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
  const run = await findRun(store, id);
  return run !== undefined && activeStateSet.has(run.state);
}

export type HaltAs = NonNullable<RunTable['halt_as']>;

/** Stopping replaces pausing, and failing replaces both. Returns false if the run is not active. */
export async function haltRun({ db }: Pick<Store, 'db'>, id: string, as: HaltAs): Promise<boolean> {
  const replacedRequests = {
    paused: ['paused'],
    stopped: ['paused'],
    failed: ['paused', 'stopped'],
  } as const;
  const { numUpdatedRows } = await db
    .updateTable('run')
    .set(({ eb }) => ({
      state: 'pausing',
      halt_as: eb
        .case()
        .when(eb.or([eb('halt_as', 'is', null), eb('halt_as', 'in', replacedRequests[as])]))
        .then(as)
        .else(eb.ref('halt_as'))
        .end(),
    }))
    .where('id', '=', id)
    .where('state', 'in', activeStates)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export interface RunProgress extends Pick<StoredRun, 'rows' | 'done' | 'created'> {
  readonly remainingMs: number | undefined;
}

export async function setProgress(
  { db }: Store,
  id: string,
  { rows, done, created, remainingMs }: RunProgress,
): Promise<void> {
  await db
    .updateTable('run')
    .set({ rows, done, created, remaining_ms: remainingMs ?? null })
    .where('id', '=', id)
    .execute();
}

export async function setMessages(
  { db }: Store,
  id: string,
  messages: readonly string[],
): Promise<void> {
  await db
    .updateTable('run')
    .set({ messages: JSON.stringify(messages) })
    .where('id', '=', id)
    .execute();
}

export type EndState = Extract<Run['state'], 'paused' | 'stopped' | 'ended' | 'failed'>;

/**
 * Stores the messages with values of the sheet for the page, and without them for webhooks, emails and the health port.
 * A run that was asked to stop while it was about to pause becomes stopped.
 */
export async function endRun(
  store: Store,
  id: string,
  as: EndState,
  { at, messages }: { readonly at: string; readonly messages: readonly Sentence[] },
): Promise<void> {
  await inTransaction(store, async (tx) => {
    const { db } = tx;
    const haltAs = as === 'paused' ? (await findRun(tx, id))?.haltAs : undefined;
    const state = haltAs === 'stopped' ? haltAs : as;
    await db
      .updateTable('run')
      .set({
        state,
        ended_at: state === 'paused' ? null : at,
        remaining_ms: null,
        messages: JSON.stringify(messages.map(showValues)),
        messages_outside: JSON.stringify(messages.map(omitValues)),
      })
      .where('id', '=', id)
      .execute();
    await db
      .updateTable('sheet')
      .set({ last_run_at: at })
      .where('id', '=', (query) => query.selectFrom('run').select('sheet').where('id', '=', id))
      .execute();
    await setStageOfSheet(tx, id, state === 'paused' ? 'paused' : 'ended');
  });
}

async function setStageOfSheet(
  { db }: Store,
  run: string,
  stage: 'running' | 'paused' | 'ended',
): Promise<void> {
  await db
    .updateTable('sheet')
    .set((set) => ({
      stage:
        stage === 'ended'
          ? set
              .case()
              .when(
                set.exists(
                  set
                    .selectFrom('row')
                    .select('row.number')
                    .whereRef('row.sheet', '=', 'sheet.id')
                    .where('row.status', 'not in', ['Not sent', 'Invalid', 'Duplicate']),
                ),
              )
              .then('results' as const)
              .else('check' as const)
              .end()
          : stage,
    }))
    .where('id', '=', (query) => query.selectFrom('run').select('sheet').where('id', '=', run))
    .execute();
}

async function requireRun(store: Store, id: string): Promise<StoredRun> {
  const found = await findRun(store, id);
  if (found === undefined) throw new Error(`There is no run ${id}.`);
  return found;
}

function toStoredRun(found: Selectable<RunTable>): StoredRun {
  const order = startRun.parse(JSON.parse(found.options));
  return { ...toRun(found), sheet: found.sheet, order, haltAs: found.halt_as ?? undefined };
}

export async function stopPausedRun({ db }: Store, sheet: string, at: string): Promise<void> {
  await db
    .updateTable('run')
    .set({ state: 'stopped', ended_at: at })
    .where('sheet', '=', sheet)
    .where('state', '=', 'paused')
    .execute();
}

export interface EndedRun {
  readonly id: string;
  readonly sheet: string;
  /** The current name of the sheet. `counts` are current, too. */
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly operation: Run['operation'];
  readonly state: (typeof endStates)[number];
  readonly startedBy: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly rows: number;
  readonly done: number;
  readonly messages: readonly string[];
}

const endStates = ['ended', 'failed', 'stopped'] as const;
const storedCounts = z.record(z.string(), z.number());

export async function listRunsToReport({ db }: Store): Promise<EndedRun[]> {
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
      fn.coalesce('messages_outside', 'messages').as('messages'),
    ])
    .select(sql<EndedRun['state']>`run.state`.as('state'))
    .select(sql<string>`run.ended_at`.as('endedAt'))
    .where('state', 'in', endStates)
    .where('ended_at', 'is not', null)
    .where(isUnreported)
    .orderBy('ended_at')
    .execute();
  return found.map((run) => ({
    ...run,
    counts: storedCounts.parse(JSON.parse(run.counts)),
    messages: parseMessages(run.messages),
  }));
}

/** Returns false if the end was reported before, or the run has another end now. */
export async function markReported(
  { db }: Store,
  { id, endedAt }: Pick<EndedRun, 'id' | 'endedAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('run')
    .set({ reported_end: endedAt })
    .where('id', '=', id)
    .where('ended_at', '=', endedAt)
    .where(isUnreported)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Compares no times of different machines, because their clocks differ. */
const isUnreported = sql<SqlBool>`(reported_end IS NULL OR reported_end <> ended_at)`;
