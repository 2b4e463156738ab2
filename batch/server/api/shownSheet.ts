import { latestRun } from '../store/latestRun.js';
import { correctionCount } from '../store/correctionStore.js';
import { scheduleOf } from '../store/sheetSchedule.js';
import { allSheets, sheetOf, type StoredSheet } from '../store/sheetStore.js';
import { Refused } from './refused.js';
import { sheetHold } from './restoreHolds.js';
import type { Services } from './services.js';
import type { Sheet, SheetSummary } from './shapes.js';

type Shown = Pick<Services, 'store' | 'access'>;

/** A sheet by its id. Throws a Refused for one that is not there. */
export function requiredSheet({ store }: Pick<Services, 'store'>, id: string): StoredSheet {
  const sheet = sheetOf(store, id);
  if (sheet === undefined) {
    throw new Refused(404, 'not_found', 'There is no such sheet. Somebody may have deleted it.');
  }
  return sheet;
}

/** All sheets as they go over the wire, the latest first. */
export function shownSheets(services: Shown): SheetSummary[] {
  return allSheets(services.store).map((sheet) => toSummary(sheet, services));
}

/** A sheet as it goes over the wire. Throws a Refused for one that is not there. */
export function shownSheet(services: Shown, id: string): Sheet {
  const { store, access } = services;
  const sheet = requiredSheet(services, id);
  const run = latestRun(store, id);
  const { worksheet, headerRow } = sheet;
  return {
    ...toSummary(sheet, services),
    ...(worksheet === null ? {} : { worksheet }),
    ...(headerRow === null ? {} : { headerRow }),
    notes: [...sheet.notes],
    corrections: correctionCount(store, id),
    ...(run === undefined ? {} : { run: { ...run, startedBy: access.nameOf(run.startedBy) } }),
  };
}

function toSummary(sheet: StoredSheet, { store, access }: Shown): SheetSummary {
  const { id, name, stage, refused, rows, counts, unconfirmed, highest } = sheet;
  const { lastRunAt, deletedDataAt } = sheet;
  const schedule = scheduleOf(store, id);
  const restored = sheetHold(store, id);
  return {
    ...{ id, name, stage, rows, unconfirmed },
    counts: { ...counts },
    problems: sheet.problemRows,
    uploadedBy: access.nameOf(sheet.uploadedBy),
    uploadedAt: sheet.uploadedAt,
    ...(refused === null ? {} : { refused }),
    ...(highest === null ? {} : { highest }),
    ...(lastRunAt === null ? {} : { lastRunAt }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(deletedDataAt === null ? {} : { deletedDataAt }),
    ...(restored === undefined ? {} : { restored }),
  };
}
