import { suggestEnglishName } from '../../../src/foreignCountries.js';
import { findWarnings } from '../../../src/warnings.js';
import { WarningGroups } from '../../engine/intake/columnFacts.js';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import type { Plan } from '../../engine/run/events.js';
import { readRunSheet, type RunSheet } from '../../engine/run/runSheet.js';
import { hashRequestBesideKey } from '../../engine/intake/rowKey.js';
import { createPlan } from '../../engine/run/runPlan.js';
import { listEqualRequests } from '../../engine/rows/rowWork.js';
import type { Lock } from '../../engine/journal/journalStore.js';
import type { StartRun } from '../contract/shapes.js';
import { readDecidedRows } from '../decisions/decisionStore.js';
import { expectTime } from './expectedTime.js';
import { countSentByOthers } from '../journal/sentRequests.js';
import { isNews } from '../words/matching.js';
import type { LikelyRejections } from '../words/languagePack.js';
import type { Words } from '../words/wording.js';
import { countNewRows, createOperation, toRoundOptions } from './runOperation.js';
import { noLock } from '../sheets/sheetLocks.js';
import { type SheetRunPorts, prepareSheetRun } from './sheetRun.js';
import type { PlannedRun } from '../threads/work.js';
import type { WorkPorts } from '../threads/workPorts.js';

type PlanPorts = Pick<WorkPorts, 'store' | 'service' | 'now' | 'limits'>;

/** Sends no request to the service, not even to read, because a person waits for the plan. */
export async function planRun(
  ports: PlanPorts,
  sheet: string,
  order: StartRun,
): Promise<PlannedRun> {
  return withRunSheet(ports, sheet, order, async (run, words) => {
    const work = run.work;
    const plan = createPlan(run, work, undefined, 0);
    const { computeHash } = run.read.journal;
    const rowsToSend = work.filter((row) => run.status(row) !== 'Pending');
    const requests = rowsToSend.map((row) => ({
      row: row.key,
      request: hashRequestBesideKey(row.key, row.inputs ?? {}, computeHash),
      equal: listEqualRequests(row, computeHash),
    }));
    const planned = toPlannedRun(
      plan,
      order,
      await countSentByOthers(ports.store, sheet, requests),
      words,
    );
    const decided = await readDecidedRows(ports.store, sheet);
    const decidedRows = rowsToSend.filter(({ number }) => decided.has(number)).length;
    return {
      ...planned,
      notes: [
        ...planned.notes,
        ...words.describeDecidedRows(decidedRows),
        ...words.describeLikelyRejections(findLikelyRejections(rowsToSend, words)),
      ],
      expected: work.length === 0 ? null : await expectTime(ports.store, work.length),
    };
  });
}

function toPlannedRun(
  plan: Plan,
  { round }: StartRun,
  elsewhere: Awaited<ReturnType<typeof countSentByOthers>>,
  { describePlan, inWords }: Words,
): Omit<PlannedRun, 'expected'> {
  const { rows, rowsToDo, rowsToSend, notes } = plan;
  const newRequests = rowsToSend - elsewhere.assessed - elsewhere.unanswered;
  return {
    rows,
    rowsToSend: newRequests,
    rowsToFetch: rowsToDo - newRequests,
    newRows: countNewRows(plan),
    messages: describePlan(plan, elsewhere, round !== undefined),
    notes: notes.filter(isNews).map(inWords),
  };
}

const maxWarnings = 10;

function findLikelyRejections(rows: readonly PlannedRow[], { valueText }: Words): LikelyRejections {
  const groups = new WarningGroups();
  let warnedRows = 0;
  for (const { number: row, inputs = {} } of rows) {
    const warnings = findWarnings(inputs, (name) => suggestEnglishName(name)?.name);
    if (warnings.length > 0) warnedRows += 1;
    for (const warning of warnings) groups.add({ ...warning, row, value: '' });
  }
  const values = groups.all();
  return {
    rows: warnedRows,
    values: values.slice(0, maxWarnings).map(({ message, label, rows: firstRows, count }) => ({
      message: valueText(message, label),
      firstRows,
      count,
    })),
    more: Math.max(0, values.length - maxWarnings),
  };
}

interface HeldRun {
  readonly lock?: Lock;
  /** ISO 8601. */
  readonly startedAt?: string;
}

/** Only a caller that has locked the sheet, and passes `locks` and `lock`, may append to the journal. */
export async function withRunSheet<T>(
  { limits, store, service, now, locks }: PlanPorts & Pick<SheetRunPorts, 'locks'>,
  sheet: string,
  order: StartRun,
  use: (run: RunSheet, words: Words) => T | Promise<T>,
  { lock, startedAt }: HeldRun = {},
): Promise<T> {
  const ports: SheetRunPorts = { store, service, now, locks: lock && locks };
  const { retryRejected = false } = order;
  const { options, storage, words } = await prepareSheetRun(ports, sheet, createOperation(order), {
    ...limits,
    ...toRoundOptions(order),
    retryRejected,
    orderedMs: startedAt === undefined ? undefined : Date.parse(startedAt),
  });
  const file = await storage.openSheet();
  try {
    const journal = await storage.openJournal(lock ?? noLock);
    try {
      const readPorts = { storage, wording: words.inWords, nowMs: now() };
      return await use(await readRunSheet(file, journal, options, readPorts), words);
    } finally {
      await journal.close();
    }
  } finally {
    await file.close();
  }
}
