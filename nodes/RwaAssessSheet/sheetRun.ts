import type { IExecuteFunctions } from 'n8n-workflow';
import type { JournalMemory } from '../../batch/engine/journal/journalMemory.js';
import { MemoryStorage } from '../../batch/engine/run/memoryStorage.js';
import type { RunOptions, RunStorage } from '../../batch/engine/run/runOptions.js';
import type { Connection } from '../shared/session.js';
import { ImportedJournal } from './importedJournal.js';
import { limitRows } from './rowLimit.js';
import { SavedAssessments } from './savedAssessments.js';
import type { SheetSettings } from './settings.js';
import type { WorkbookIn } from './workbook.js';

/** The run stops after this number of consecutive failures, which is the default of `rwa`. */
const maxErrors = 10;

export interface SheetRun {
  readonly options: RunOptions;
  readonly storage: RunStorage;
  /** Adds facts to the journal that the storage opens. */
  readonly imported: ImportedJournal;
  /** Contains the workbook with its results after the run. */
  readonly memory: Pick<MemoryStorage, 'written'>;
  readonly saved: SavedAssessments;
}

/** Prepares a workbook for an assessment or a check. `output` is the file name of the result. */
export function prepareSheetRun(
  context: IExecuteFunctions,
  { baseUrl, timing }: Pick<Connection, 'baseUrl' | 'timing'>,
  { bytes, fileName: input }: WorkbookIn,
  output: string,
  settings: SheetSettings,
  salt: string,
  journal?: JournalMemory,
): SheetRun {
  const { sheetOperation: operation, intake, concurrency, maximumRows } = settings;
  const { pollIntervalMs, pollTimeoutMs } = settings;
  const { now } = timing;
  const options: RunOptions = {
    operation,
    intake,
    input,
    output,
    service: baseUrl.url,
    isSandboxRun: false,
    concurrency,
    spacingMs: 0,
    pollIntervalMs,
    pollTimeoutMs,
    maxErrors,
    sendDuplicates: false,
    retryRejected: false,
    colourScale: true,
  };
  const memory = new MemoryStorage({
    ...options,
    ...(journal === undefined ? {} : { journal }),
    bytes,
    now,
    salt,
    // ServiceMemory has checked the service. Unlike its base URL, the salt never changes.
    service: salt,
  });
  const saved = new SavedAssessments(context, salt, settings.remembering);
  const imported = new ImportedJournal(options, saved, settings, now);
  const storage = imported.wrapStorage(limitRows(memory, maximumRows));
  return { options, storage, imported, memory, saved };
}
