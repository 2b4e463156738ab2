import { setImmediate } from 'node:timers/promises';
import type { Services } from '../services.js';
import { LogStore } from '../access/logStore.js';
import { inTransaction } from '../db/transaction.js';
import { truncateWal } from '../sheets/deleteSheet.js';
import { findLiveSheet, hasFile } from '../sheets/liveSheet.js';
import { readSettings } from './settingStore.js';
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely';
import { round } from '../contract/shapes.js';
import { greatest } from '../db/dialect.js';
import { forManyRows } from '../db/manyRows.js';
import type { Tables } from '../db/schema.js';
import type { Store } from '../db/store.js';
import { deleteProblems } from '../sheets/problemStore.js';
import { deleteStagedLines } from '../sheets/replaceReading.js';
import { toRowSearch, toSortText } from '../results/rowStore.js';
import { activeStates } from '../runs/latestRun.js';
import { scheduleName } from '../contract/scheduleName.js';
import { stopPausedRun } from '../runs/runStore.js';

type RetentionServices = Pick<Services, 'store' | 'changes' | 'files' | 'now'>;

const dayMs = 86_400_000;

/**
 * The retention period begins with the upload or the last run, whichever was later. Keeps IDs, scores and hashes. The
 * next call finishes an interrupted deletion.
 */
export class Retention {
  readonly #services: RetentionServices;
  /** True while the write-ahead log of SQLite may still contain deleted inputs. */
  #hasDeletedInputsInWal = false;

  constructor(services: RetentionServices) {
    this.#services = services;
  }

  async deleteDue(): Promise<void> {
    const { store, now } = this.#services;
    for (const sheet of await listInterruptedDeletions(store)) await this.#forget(sheet);
    const { retentionDays } = await readSettings(store);
    if (retentionDays !== null) {
      const before = new Date(now() - retentionDays * dayMs).toISOString();
      for (const sheet of await listSheetsToForget(store, before)) {
        const at = new Date(now()).toISOString();
        const hasBegun = await beginForgetting(store, sheet, before, at);
        if (hasBegun) await this.#forget(sheet, retentionDays);
      }
    }
    if (this.#hasDeletedInputsInWal) this.#hasDeletedInputsInWal = !(await truncateWal(store));
  }

  async #forget(sheet: string, days?: number): Promise<void> {
    const { store, changes, files, now } = this.#services;
    // SQLite blocks the event loop during each step. Between steps, the server can answer requests.
    for await (const more of forgetInputs(store, sheet)) await setImmediate(more);
    this.#hasDeletedInputsInWal = true;
    const at = new Date(now()).toISOString();
    const isDone = await inTransaction(store, async (tx) => {
      // The file may have been uploaded again, and stored under the same name.
      if ((await findLiveSheet(tx, sheet))?.hasFile !== false) return false;
      await files.deleteAll(tx, sheet);
      await endForgetting(tx, sheet, at);
      await new LogStore(tx).add({ at, action: { code: 'inputsDeleted', days }, sheet });
      return true;
    });
    if (!isDone) return;
    changes.publish({ type: 'sheet', sheet });
  }
}

/** With more rows in a transaction, other writers would wait too long. */
const rowsPerStep = 1000;

async function listSheetsToForget(store: Store, before: string): Promise<string[]> {
  const found = await store.db
    .selectFrom('sheet')
    .select('id')
    .where(isDue(store, before))
    .execute();
  return found.map(({ id }) => id);
}

async function listInterruptedDeletions({ db }: Store): Promise<string[]> {
  const found = await db
    .selectFrom('sheet')
    .select('id')
    .where('file', 'is', null)
    .where('deleted_data_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
  return found.map(({ id }) => id);
}

function isDue(store: Store, before: string): Expression<SqlBool> {
  const { and, eb, exists, fn, not, ref, selectFrom, val } = expressionBuilder<Tables, 'sheet'>();
  const lastRun = selectFrom('run')
    .select(sql<string>`max(coalesce(ended_at, started_at))`.as('at'))
    .whereRef('run.sheet', '=', 'sheet.id')
    .where((run) =>
      run.or([
        run('rows', '>', 0),
        run('state', '=', 'paused'),
        // A round without rows to assess counts, too: the next round needs the file.
        run.and([run('started_by', '=', scheduleName), run('state', '=', 'ended')]),
      ]),
    );
  const isActive = exists(
    selectFrom('run')
      .select('id')
      .whereRef('run.sheet', '=', 'sheet.id')
      .where('state', 'in', activeStates),
  );
  const lastUse = greatest<string>(
    store,
    ref('uploaded_at'),
    fn.coalesce('last_run_at', val('')),
    fn.coalesce(lastRun, val('')),
  );
  return and([
    eb('deleted_at', 'is', null),
    eb('file', 'is not', null),
    eb('stage', '<>', 'reading'),
    eb(lastUse, '<', before),
    not(isActive),
  ]);
}

/** Removes the file from the sheet, so that no run can start. Returns false if the sheet is no longer due. */
function beginForgetting(
  store: Store,
  sheet: string,
  before: string,
  at: string,
): Promise<boolean> {
  return inTransaction(store, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('sheet')
      .set(({ eb }) => ({
        file: null,
        match: null,
        inspection: null,
        unrecognized_values: '[]',
        named_people: '[]',
        notes: '[]',
        refused: null,
        stage: eb
          .case()
          .when('stage', '=', 'unreadable')
          .then(sql.lit('unreadable' as const))
          .else(sql.lit('results' as const))
          .end(),
      }))
      .where('id', '=', sheet)
      .where(isDue(tx, before))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await stopPausedRun(tx, sheet, at);
    return true;
  });
}

/** Keeps IDs, scores, statuses and hashes. Ends early if the file was uploaded again. */
async function* forgetInputs(store: Store, sheet: string): AsyncGenerator<true> {
  for (let last: number | undefined = 0; ;) {
    const after: number = last;
    last = await inTransaction(store, (tx) => forgetRows(tx, sheet, after));
    if (last === undefined) break;
    yield true;
  }
  await inTransaction(store, async (tx) => {
    const { db } = tx;
    if (await hasFile(tx, sheet)) return;
    await deleteStagedLines(tx, sheet);
    await deleteProblems(tx, sheet);
    await db.deleteFrom('correction').where('sheet', '=', sheet).execute();
    await db.deleteFrom('ignored_row').where('sheet', '=', sheet).execute();
    await db.deleteFrom('kept_assessment').where('sheet', '=', sheet).execute();
    await db.updateTable('unconfirmed').set({ sent: '{}' }).where('sheet', '=', sheet).execute();
    await db
      .updateTable('decision')
      .set({ note: '', message: '' })
      .where('sheet', '=', sheet)
      .execute();
    await db.updateTable('run').set({ messages: '[]' }).where('sheet', '=', sheet).execute();
    await forgetDestinations(tx, sheet);
  });
}

async function forgetRows(tx: Store, sheet: string, after: number): Promise<number | undefined> {
  // The file may have been uploaded again.
  if (await hasFile(tx, sheet)) return undefined;
  const rows = await tx.db
    .selectFrom('row')
    .select(['number', 'employee_id'])
    .where('sheet', '=', sheet)
    .where('number', '>', after)
    .orderBy('number')
    .limit(rowsPerStep)
    .execute();
  await forManyRows(
    tx,
    'row',
    rows.map(({ number, employee_id: employeeId }) => ({
      sheet,
      number,
      search: toRowSearch([employeeId]),
      person_sort: toSortText(employeeId),
    })),
    `UPDATE "row" SET inputs = '{}', instead = '{}', message = '', purpose = '', destination = '',
       destination_sort = '', person_name = '', department = '', search = incoming.search,
       person_sort = incoming.person_sort
     FROM incoming WHERE "row".sheet = incoming.sheet AND "row".number = incoming.number`,
  );
  return rows.at(-1)?.number;
}

async function forgetDestinations({ db }: Store, sheet: string): Promise<void> {
  const rounds = await db
    .selectFrom('round')
    .select(['number', 'changes'])
    .where('sheet', '=', sheet)
    .execute();
  for (const { number, changes } of rounds) {
    const remainingChanges = round.shape.changes
      .parse(JSON.parse(changes))
      .map((change) => ({ ...change, destination: '' }));
    await db
      .updateTable('round')
      .set({ changes: JSON.stringify(remainingChanges) })
      .where('sheet', '=', sheet)
      .where('number', '=', number)
      .execute();
  }
}

async function endForgetting({ db }: Store, sheet: string, at: string): Promise<void> {
  await db
    .updateTable('sheet')
    .set({ deleted_data_at: at })
    .where('id', '=', sheet)
    .where('file', 'is', null)
    .execute();
}
