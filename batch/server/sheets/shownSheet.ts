import { countCorrections } from './correctionStore.js';
import { findLatestRun } from '../runs/latestRun.js';
import { type ListedSheet, listSheets } from './sheetStore.js';
import { createNoSheetError } from './liveSheet.js';
import { toSheetHold } from '../restore/recordGap.js';
import type { Services } from '../services.js';
import type { Sheet, SheetSummary } from '../contract/shapes.js';

type ShownSheetServices = Pick<Services, 'store' | 'access'>;

export async function listShownSheets({ store }: Pick<Services, 'store'>): Promise<SheetSummary[]> {
  const sheets = await listSheets(store);
  return sheets.map(toSummary);
}

export async function requireShownSheet(services: ShownSheetServices, id: string): Promise<Sheet> {
  const sheet = await findShownSheet(services, id);
  if (sheet === undefined) throw createNoSheetError();
  return sheet;
}

export async function findShownSheet(
  { store, access }: ShownSheetServices,
  id: string,
): Promise<Sheet | undefined> {
  const [sheet] = await listSheets(store, id);
  if (sheet === undefined) return undefined;
  const run = await findLatestRun(store, id);
  const { worksheet, headerRow } = sheet;
  return {
    ...toSummary(sheet),
    ...(worksheet === null ? {} : { worksheet }),
    ...(headerRow === null ? {} : { headerRow }),
    notes: [...sheet.notes],
    corrections: await countCorrections(store, id, worksheet),
    ...(run === undefined
      ? {}
      : { run: { ...run, startedBy: await access.findName(run.startedBy) } }),
  };
}

function toSummary(sheet: ListedSheet): SheetSummary {
  const { id, name, stage, refused, rows, counts, unconfirmed, highest } = sheet;
  const { lastRunAt, runState, deletedDataAt, schedule, gap, language } = sheet;
  return {
    id,
    name,
    stage,
    rows,
    unconfirmed,
    counts: { ...counts },
    problems: sheet.problemRows,
    uploadedBy: sheet.uploaderName ?? sheet.uploadedBy,
    uploadedAt: sheet.uploadedAt,
    ...(refused === null ? {} : { refused }),
    ...(highest === null ? {} : { highest }),
    ...(lastRunAt === null ? {} : { lastRunAt }),
    ...(runState === undefined ? {} : { runState }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(deletedDataAt === null ? {} : { deletedDataAt }),
    ...(gap === undefined ? {} : { restored: toSheetHold(gap, language) }),
  };
}
