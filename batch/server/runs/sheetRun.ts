import { OperatingError } from '../../engine/errors.js';
import type { ColumnMap } from '../../engine/intake/columnMap.js';
import type { Corrections } from '../../engine/intake/corrections.js';
import type { IntakeOptions } from '../../engine/intake/intakeOptions.js';
import { assessmentExample } from '../../engine/operations/assessmentExample.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import type { RunOptions, RunStorage } from '../../engine/run/runOptions.js';
import type { Language } from '../contract/languages.js';
import { matchChoice, type MatchChoice } from '../contract/shapes.js';
import { isContextName } from '../sheets/contextFields.js';
import { listCorrections } from '../sheets/correctionStore.js';
import { readIgnoredRows } from '../sheets/ignoredRowStore.js';
import { createSheetFiles } from '../sheets/files/sheetFiles.js';
import { findNewestAssessment } from './newestAssessment.js';
import { findFactsOfOthers } from '../journal/factsOfOthers.js';
import { findRequestsOfOthers } from '../journal/sentRequests.js';
import type { Store } from '../db/store.js';
import type { NextCommit } from '../journal/journalInStore.js';
import { type Words, wordsIn } from '../words/wording.js';
import { openStoredJournal } from '../journal/openStoredJournal.js';
import { type JournalLocks, noLock } from '../sheets/sheetLocks.js';

export interface SheetRunPorts {
  readonly store: Store;
  /** Journals contain its `name`. */
  readonly service: { readonly name: string; readonly isSandbox: boolean };
  readonly now: () => number;
  /** Without them, the journal is read-only. */
  readonly locks?: JournalLocks | undefined;
  readonly nextCommit?: NextCommit | undefined;
}

export type RunSettings = Partial<
  Pick<
    RunOptions,
    | 'concurrency'
    | 'spacingMs'
    | 'pollIntervalMs'
    | 'pollTimeoutMs'
    | 'maxErrors'
    | 'waitForServiceMs'
    | 'retryRejected'
    | 'orderedMs'
    | 'roundName'
    | 'newRound'
    | 'output'
  >
>;

export interface SheetRun {
  readonly options: RunOptions;
  readonly storage: RunStorage;
  readonly words: Words;
}

/** The default of `--max-errors` is the same. */
const maxErrors = 10;
const dayMs = 86_400_000;

/**
 * Includes the match, the corrections and the ignored rows. A run writes no file: its results are in the journal, and a
 * download writes them into a copy of the file.
 */
export async function prepareSheetRun(
  ports: SheetRunPorts,
  sheet: string,
  operation: SheetOperation,
  settings: RunSettings = {},
): Promise<SheetRun> {
  const { store, service } = ports;
  const { name, file, match, language } = await requireSheetWithFile(store, sheet);
  const options: RunOptions = {
    operation,
    input: name,
    output: name,
    intake: {
      ...toIntakeOptions(operation, match),
      corrections: await readCorrections(store, sheet),
      ignoredRows: await readIgnoredRows(store, sheet),
    },
    service: service.name,
    isSandboxRun: service.isSandbox,
    concurrency: 10,
    spacingMs: 0,
    pollIntervalMs: 0,
    pollTimeoutMs: dayMs,
    maxErrors,
    sendDuplicates: false,
    retryRejected: false,
    colourScale: true,
    ...settings,
  };
  return {
    options,
    storage: createStorage(ports, sheet, name, file),
    words: wordsIn(language),
  };
}

async function requireSheetWithFile(
  { db }: Store,
  id: string,
): Promise<{ name: string; file: string; match: MatchChoice; language: Language }> {
  const found = await db
    .selectFrom('sheet')
    .select(['name', 'file', 'match', 'language'])
    .where('id', '=', id)
    .executeTakeFirst();
  const file = found?.file ?? undefined;
  if (found === undefined || file === undefined) {
    throw new OperatingError({ code: 'fileDeleted' });
  }
  const { name, language } = found;
  return { name, file, language, match: matchChoice.parse(JSON.parse(found.match ?? '{}')) };
}

export function applyChoice(options: RunOptions, choice: MatchChoice): RunOptions {
  const { corrections, ignoredRows } = options.intake;
  const intake = { ...toIntakeOptions(options.operation, choice), corrections, ignoredRows };
  return { ...options, intake };
}

function toIntakeOptions(operation: SheetOperation, match: MatchChoice): IntakeOptions {
  const { worksheet, headerRow, columns, values, dateOrder, skipHidden } = match;
  return {
    inputs: operation,
    sheet: worksheet,
    headerRow,
    columns: toColumnMap(columns),
    set: values,
    dateOrder: dateOrder ?? undefined,
    acceptSuggestions: false,
    visibleOnly: skipHidden,
    exampleRows: assessmentExample,
  };
}

async function readCorrections(store: Store, sheet: string): Promise<Corrections> {
  const corrections = await listCorrections(store, sheet);
  return corrections.map(({ field, value, to, row, except, worksheet }) => ({
    field,
    value,
    to,
    except,
    worksheet,
    ...(row === null ? {} : { row }),
  }));
}

/** Leaves out the columns that are shown but never sent. */
function toColumnMap(columns: MatchChoice['columns']): ColumnMap {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, column]) =>
      isContextName(field) ? [] : [[field, column === null ? null : { column }]],
    ),
  );
}

function createStorage(
  ports: SheetRunPorts,
  sheet: string,
  name: string,
  file: string,
): RunStorage {
  const { store } = ports;
  return {
    ...createStoreStorage(name),
    openSheet: () => createSheetFiles(store).open(file, name),
    openJournal: (lock) => openStoredJournal(ports, sheet, lock, ports.locks === undefined),
    findRequestsElsewhere: (requests) => findRequestsOfOthers(store, sheet, requests),
    findFactsElsewhere: (ids, hasRounds) => findFactsOfOthers(store, sheet, ids, hasRounds),
    findNewestElsewhere: () => findNewestAssessment(store),
  };
}

/** The journal and the results are in the store, so these parts for files do nothing. */
export function createStoreStorage(
  name: string,
): Pick<RunStorage, 'lock' | 'findLeftBehind' | 'isJournalNamed' | 'results'> {
  return {
    // A caller that writes already has the lock.
    lock: () => Promise.resolve(noLock),
    findLeftBehind: () => Promise.resolve(undefined),
    isJournalNamed: false,
    results: {
      // Results are written when somebody downloads them.
      isInPlace: false,
      isStale: () => Promise.resolve(false),
      chooseFallback: () => name,
      deleteOldCopies: () => Promise.resolve(undefined),
      toWriteError: (error) => error,
    },
  };
}
