import { rm, writeFile } from 'node:fs/promises';
import { renderReport } from '../../../report/renderReport.js';
import { RefusalError } from '../../refusalError.js';
import { findLiveSheet, type LiveSheet } from '../../sheets/liveSheet.js';
import { readSheetWords } from '../../sheets/sheetWords.js';
import { toRefusal } from '../../refusal.js';
import { prepareSheetRun, type SheetRunPorts } from '../../runs/sheetRun.js';
import type { Download } from '../../contract/shapes.js';
import { assess } from '../../../engine/operations/assess.js';
import { readRunSheet, RunSheet } from '../../../engine/run/runSheet.js';
import { writeResults } from '../../../engine/run/writeBack.js';
import type { ReportRow, ReportData } from '../../../engine/report/reportData.js';
import type { Store } from '../../db/store.js';
import { listRounds } from '../../rounds/roundStore.js';
import type { Selectable } from 'kysely';
import type { RowTable } from '../../db/schema.js';
import type { RowSelection } from '../rowPages.js';
import { readContext, scoreColumns, readScores } from '../rowStore.js';
import { type ContextColumns, withContextColumns } from './contextColumns.js';
import { DecisionCells, readDecisions, withDecisions } from './decisionCells.js';
import { listKeptAssessments } from '../keptAssessments.js';
import { generateResultsCsv } from './resultsCsv.js';

/** Sends nothing to the service. A large sheet may take seconds and much memory. */
export async function writeDownload(
  ports: Omit<SheetRunPorts, 'locks'>,
  id: string,
  kind: Download,
  path: string,
  rows?: RowSelection,
): Promise<void> {
  const { store, service, now } = ports;
  const sheet = await findLiveSheet(store, id);
  if (sheet === undefined) throw new RefusalError('not_found', (t) => t(($) => $.sheets.gone));
  try {
    const generation = await requireReading(store, id);
    switch (kind) {
      case 'workbook':
        await writeWorkbook(ports, id, path);
        break;
      case 'results.csv':
        await writeResultsCsv(ports, sheet, path, rows);
        break;
      case 'report': {
        const data = await createReportData(store, sheet, service, new Date(now()).toISOString());
        const { reportWords, reportAdvice } = await readSheetWords(store, id);
        const report = await renderReport(data, reportWords, reportAdvice);
        await writeFile(path, report, { mode: 0o600 });
        break;
      }
      case 'problems': {
        const { writeProblems } = await import('./problemsWorkbook.js');
        await writeProblems(store, id, path);
      }
    }
    await requireReading(store, id, generation);
  } catch (error) {
    throw toRefusal(error);
  }
}

/**
 * Refuses a sheet that is being read, or was read again since `generation`: the stored rows may have other columns or
 * another worksheet than the file is read with.
 */
async function requireReading(
  { db }: Store,
  id: string,
  generation?: number,
): Promise<number | undefined> {
  const found = await db
    .selectFrom('sheet')
    .select(['stage', 'read_generation'])
    .where('id', '=', id)
    .executeTakeFirst();
  const isChanged = generation !== undefined && found?.read_generation !== generation;
  if (found?.stage === 'reading' || isChanged)
    throw new RefusalError('conflict', (t) => t(($) => $.sheets.beingRead));
  return found?.read_generation;
}

async function writeResultsCsv(
  ports: Omit<SheetRunPorts, 'locks'>,
  { id, hasFile }: LiveSheet,
  path: string,
  rows?: RowSelection,
): Promise<void> {
  const { resultsCsv: words } = await readSheetWords(ports.store, id);
  const write = (context?: ContextColumns) =>
    writeFile(path, generateResultsCsv(ports.store, id, { words, context, rows }), { mode: 0o600 });
  // Results are kept when retention deletes the file.
  await (hasFile ? withContextColumns(ports, id, write) : write());
}

/** The user's own cells do not change. */
async function writeWorkbook(
  { store, service, now }: Omit<SheetRunPorts, 'locks'>,
  id: string,
  path: string,
): Promise<void> {
  let decisions: DecisionCells | undefined;
  // Takes no lock, so a run may continue meanwhile.
  const run = await prepareSheetRun({ store, service, now }, id, assess, { output: path });
  const { results } = run.storage;
  const storage = {
    ...run.storage,
    // The copy is new, so all results are written.
    results: { ...results, isStale: () => Promise.resolve(true) },
    openSheet: async () => withDecisions(await run.storage.openSheet(), () => decisions),
  };
  const file = await storage.openSheet();
  try {
    const journal = await storage.openJournal(await storage.lock());
    const nowMs = now();
    const { inWords } = run.words;
    const readPorts = { storage, wording: inWords, nowMs };
    const { read } = await readRunSheet(file, journal, run.options, readPorts);
    // While another worksheet is read, the stored rows are still those of the earlier worksheet.
    const kept = [...(await listKeptAssessments(store, id, read.intake.sheet))];
    const lostIds = new Map(
      kept.filter(([, assessmentId]) => journal.findKeyById(assessmentId) !== undefined),
    );
    const sheet = new RunSheet(read, { ...run.options, lostIds }, inWords);
    decisions = new DecisionCells(sheet, await readDecisions(store, id, sheet));
    const at = new Date(nowMs).toISOString();
    const result = await writeResults(sheet, undefined, storage, { at, isStopped: true });
    if (result.path === path) return;
    if (result.path !== undefined) {
      // The messages of the engine would name files that people do not see here.
      await rm(result.path, { force: true });
      throw new RefusalError('unwritable', (t) => t(($) => $.results.copyDiffers));
    }
    const why = (result.notInPlace ?? []).map(inWords).join(' ');
    throw new RefusalError('unwritable', (t) => t(($) => $.results.notWritten, { why }));
  } finally {
    await file.close();
  }
}

async function createReportData(
  store: Store,
  sheet: LiveSheet,
  service: { readonly name: string; readonly isSandbox: boolean },
  at: string,
): Promise<ReportData> {
  const [latest] = await listRounds(store, sheet.id);
  // Round 1 has nothing to compare with.
  const round = latest !== undefined && latest.number > 1 ? latest : undefined;
  return {
    file: sheet.name,
    sheet: sheet.worksheet,
    service: service.name,
    generatedAt: at,
    isSandboxRun: service.isSandbox,
    ...(round && { round }),
    rows: await listReportRows(store, sheet.id),
  };
}

/** Leaves out `inputs`, most of the data of a large sheet. */
const columns = [
  'number',
  'employee_id',
  'person_name',
  'department',
  'purpose',
  'destination',
  'status',
  'message',
  ...scoreColumns,
  'assessment_id',
  'redirect_url',
  'assessed_at',
  'previous_overall',
  'previous_at',
] as const;

/** Above this many distinct values, interning texts no longer saves memory. */
const maxInterned = 1_000;

/** Equal texts of many rows are in memory only once. */
async function listReportRows({ db }: Store, sheet: string): Promise<ReportRow[]> {
  const found = db
    .selectFrom('row')
    .select(columns)
    .where('sheet', '=', sheet)
    .orderBy('number')
    .stream(2_000);
  const intern = createInterner();
  const rows: ReportRow[] = [];
  for await (const row of found) rows.push(toReportRow(row, intern));
  return rows;
}

function toReportRow(
  row: Pick<Selectable<RowTable>, (typeof columns)[number]>,
  intern: <Text extends string>(text: Text) => Text,
): ReportRow {
  const scores = readScores(row);
  const { assessment_id: assessmentId, redirect_url: redirectUrl, assessed_at: assessedAt } = row;
  const { previous_overall: previous, previous_at: previousAt } = row;
  return {
    row: row.number,
    employeeId: row.employee_id,
    ...readContext(row),
    purpose: intern(row.purpose),
    destination: intern(row.destination),
    status: intern(row.status),
    message: intern(row.message),
    ...(Object.keys(scores).length === 0 ? {} : { scores }),
    ...(assessmentId === null ? {} : { assessmentId }),
    ...(redirectUrl === null ? {} : { redirectUrl }),
    ...(assessedAt === null ? {} : { assessedAt }),
    ...(previous === null
      ? {}
      : {
          previous: {
            overallTrip: previous,
            ...(previousAt === null ? {} : { assessedAt: previousAt }),
          },
        }),
  };
}

function createInterner(): <Text extends string>(text: Text) => Text {
  const texts = new Map<string, string>();
  return <Text extends string>(text: Text) => {
    const known = texts.get(text);
    // An equal text has the same type.
    if (known !== undefined) return known as Text;
    if (texts.size < maxInterned) texts.set(text, text);
    return text;
  };
}
