import type { JournalState } from '../../engine/journal/journalState.js';
import type { RowState } from '../../engine/journal/rowState.js';
import { groupBy } from '../../engine/plainData.js';
import { toFactsFromOtherRun } from '../../engine/rows/followOther.js';
import { isTransient } from '../db/errors.js';
import { log } from '../log.js';
import { OutageLog } from '../outageLog.js';
import { readStoredJournal } from './journalInStore.js';
import { readLastNumber } from './journalLines.js';
import { changeSheet } from '../sheets/changeSheet.js';
import type { WorkPorts } from '../threads/workPorts.js';
import { sql } from 'kysely';
import type { Store } from '../db/store.js';

const collectMs = 3_000;

/** Copies results to sheets whose rows were sent from another sheet. */
export class SharedResultSync {
  readonly #ports: WorkPorts;
  /** A sheet to which nothing could be copied is skipped until its version from {@link readVersion} changes. */
  readonly #idle = new Map<string, string>();
  readonly #outage = new OutageLog('The answers for other sheets could not be read');
  #lastCopy: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(ports: WorkPorts) {
    this.#ports = ports;
  }

  readonly copySoon = (): void => {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.copyNow();
    }, collectMs);
  };

  /** Leaves out sheets that are locked, for example by a run. Never rejects. */
  copyNow(): Promise<void> {
    this.#lastCopy = this.#lastCopy.then(async () => {
      if (this.#isClosed) return;
      await this.#outage.watch(this.#copyAll());
    });
    return this.#lastCopy;
  }

  /** The next start of the server copies the remaining results. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#lastCopy;
  }

  async #copyAll(): Promise<void> {
    try {
      await this.#copyToSheets();
    } catch (error) {
      if (isTransient(error)) this.copySoon();
      throw error;
    }
  }

  async #copyToSheets(): Promise<void> {
    const { store, locks } = this.#ports;
    for (const sheet of await listSheetsWithWaitingRows(store)) {
      if (this.#isClosed) return;
      const rows = (await locks.has(sheet)) ? [] : await listWaitingRows(store, sheet);
      const version = rows.length === 0 ? '' : await readVersion(store, sheet, rows);
      if (rows.length === 0 || this.#idle.get(sheet) === version) continue;
      if (!(await this.#copyTo(sheet, rows))) this.#idle.set(sheet, version);
    }
  }

  /** Returns false if there was nothing to copy, or copying failed with an error that is not transient. */
  async #copyTo(sheet: string, rows: readonly WaitingRow[]): Promise<boolean> {
    const { store, publish, now } = this.#ports;
    const statesOfOthers = new Map<string, RowState | undefined>();
    for (const [owner, rowsOfOwner] of groupBy(rows, (row) => row.owner)) {
      const { known } = (await readStoredJournal(store, owner)).stored;
      for (const { key, ownerKey } of rowsOfOwner) statesOfOthers.set(key, known.state(ownerKey));
    }
    const collectFacts = (known: Known, at: string) =>
      [...statesOfOthers].flatMap(([row, theirs]) => {
        // In this sheet, another row may have the assessment.
        const keyOfAssessment = known.findKeyById(theirs?.assessmentId ?? '') ?? row;
        const states = { row, mine: known.state(row), theirs };
        return keyOfAssessment === row ? toFactsFromOtherRun(states, at) : [];
      });
    const ownState = (await readStoredJournal(store, sheet)).stored.known;
    const hasUnrecorded = rows.some(
      ({ key, isUnanswered }) => isUnanswered && !ownState.states.has(key),
    );
    if (!hasUnrecorded && collectFacts(ownState, new Date(now()).toISOString()).length === 0)
      return false;
    let hasCopied = false;
    try {
      const changed = await changeSheet(this.#ports, sheet, ({ settledSheet, journal, at }) => {
        for (const { key, employee, plan } of settledSheet.planned) {
          // The journal has no fact about the row: only the file showed that it was sent.
          if (plan?.kind !== 'unanswered' || !statesOfOthers.has(key) || journal.states.has(key))
            continue;
          const reason = { code: 'sentElsewhere', isDone: false } as const;
          journal.append({ fact: 'unconfirmed', row: key, employee, reason, at });
          hasCopied = true;
        }
        for (const fact of collectFacts(journal, at)) {
          journal.append(fact);
          hasCopied = true;
        }
        return [];
      });
      publish({ type: 'rows', sheet, rows: changed });
      publish({ type: 'sheet', sheet });
      return hasCopied;
    } catch (error) {
      if (isTransient(error)) throw error;
      log.error({ sheet, err: error }, 'Results of other sheets could not be copied to the sheet');
      return false;
    }
  }
}

type Known = Pick<JournalState, 'state' | 'findKeyById'>;

/** The version changes with the list of rows, and with the journal of the sheet or of an owner. */
async function readVersion(
  store: WorkPorts['store'],
  sheet: string,
  rows: readonly WaitingRow[],
): Promise<string> {
  const owners = [...new Set(rows.map(({ owner }) => owner))].toSorted();
  const last: string[] = [];
  for (const owner of [sheet, ...owners])
    last.push(`${owner} ${await readLastNumber(store, owner)}`);
  return [...last, ...rows.map(({ key }) => key)].join('\n');
}

/** A row that may get its result from the journal of another sheet. */
export interface WaitingRow {
  readonly key: string;
  /** The sheet whose journal may contain the result. */
  readonly owner: string;
  readonly ownerKey: string;
  /** False for a row that awaits the result of a known assessment. */
  readonly isUnanswered: boolean;
}

async function listSheetsWithWaitingRows({ db }: Store): Promise<string[]> {
  const found = await db
    .selectFrom('sheet')
    .select('id')
    .where('file', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('unconfirmed')
            .select('key')
            .whereRef('unconfirmed.sheet', '=', 'sheet.id')
            .where('sent_by', 'is not', null),
        ),
        exists(
          selectFrom('row')
            .select('number')
            .whereRef('row.sheet', '=', 'sheet.id')
            .where('status', '=', 'Pending'),
        ),
      ]),
    )
    .execute();
  return found.map(({ id }) => id);
}

/**
 * Returns rows that another sheet has sent and for which no request is open any more, and pending rows for which
 * another sheet has the result.
 */
async function listWaitingRows({ db }: Store, sheet: string): Promise<WaitingRow[]> {
  // Open requests of this sheet count, too: while the sheet sends a row itself, no result is copied for that row.
  const open = sql`SELECT 1 FROM sent_request AS other WHERE other.state = 'open'`;
  const unconfirmedRows = await sql<Omit<WaitingRow, 'isUnanswered'>>`
    SELECT key, sent_by AS owner, sent_as AS "ownerKey" FROM unconfirmed
    WHERE sheet = ${sheet} AND sent_by IS NOT NULL
      AND NOT EXISTS (${open} AND other.row IN (unconfirmed.key, sent_as))
      AND NOT EXISTS (${open} AND other.request = unconfirmed.key)`.execute(db);
  const pendingRows = await db
    .selectFrom('row')
    .innerJoin('row as other', (join) =>
      join
        .onRef('other.assessment_id', '=', 'row.assessment_id')
        .onRef('other.key', '=', 'row.key')
        .onRef('other.sheet', '<>', 'row.sheet')
        .on('other.status', '=', 'Scored'),
    )
    .select(['row.key', 'other.sheet as owner', 'row.key as ownerKey'])
    .where('row.sheet', '=', sheet)
    .where('row.status', '=', 'Pending')
    .execute();
  return [
    ...unconfirmedRows.rows.map((row) => ({ ...row, isUnanswered: true })),
    ...pendingRows.map((row) => ({ ...row, isUnanswered: false })),
  ];
}
