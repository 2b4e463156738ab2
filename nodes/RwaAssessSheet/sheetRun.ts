import type { IExecuteFunctions } from 'n8n-workflow';
import type { JournalMemory } from '../../batch/engine/journal/journalMemory.js';
import type { Message } from '../../batch/engine/message.js';
import type { Plan } from '../../batch/engine/run/events.js';
import { MemoryStorage } from '../../batch/engine/run/memoryStorage.js';
import type { RunOptions } from '../../batch/engine/run/runOptions.js';
import type { Connection } from '../shared/session.js';
import { type RecallingStorage, recallingStorage } from './recalledJournal.js';
import { limitedRows } from './rowLimit.js';
import { SavedAssessments } from './savedAssessments.js';
import { saltOf } from './rememberedRows.js';
import type { SheetSettings } from './settings.js';
import type { WorkbookIn } from './workbook.js';

/** The run stops when this many requests in a row have failed, as `rwa` does. */
const maxErrors = 10;

/** A workbook as the engine takes it: what to do, where its rows and results are, and what is known of it. */
export interface SheetRun {
  readonly options: RunOptions;
  readonly storage: RecallingStorage;
  /** Where the result is. */
  readonly memory: Pick<MemoryStorage, 'written'>;
  readonly saved: SavedAssessments;
}

/** Prepares a workbook for an assessment, or for a check of what one would do. */
export function sheetRun(
  context: IExecuteFunctions,
  { baseUrl, timing }: Pick<Connection, 'baseUrl' | 'timing'>,
  { bytes, fileName: input }: WorkbookIn,
  output: string,
  settings: SheetSettings,
  journal?: JournalMemory,
): SheetRun {
  const { sheetOperation: operation, intake, concurrency, maximumRows } = settings;
  const { pollIntervalMs, pollTimeoutMs } = settings;
  const { now } = timing;
  const options: RunOptions = {
    ...{ operation, intake, input, output, service: baseUrl.url, isSandboxRun: false },
    ...{ concurrency, spacingMs: 0, pollIntervalMs, pollTimeoutMs, maxErrors },
    ...{ sendDuplicates: false, retryRejected: false, colourScale: true },
  };
  const salt = saltOf(context, baseUrl.url);
  const kept = journal === undefined ? {} : { journal };
  const memory = new MemoryStorage({ ...options, ...kept, bytes, now, salt });
  const saved = new SavedAssessments(context, salt);
  const storage = recallingStorage(limitedRows(memory, maximumRows), options, saved, now);
  return { options, storage, memory, saved };
}

/** The plan, with what else is to be told of it. */
export function withNotes(plan: Plan, notes: readonly Message[]): Plan {
  return { ...plan, notes: [...plan.notes, ...notes] };
}
