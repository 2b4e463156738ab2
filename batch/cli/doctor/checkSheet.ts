import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { askAboutAssessment } from '../../doctor/askAboutAssessment.js';
import { readFreeBytes } from '../../doctor/checkFolder.js';
import type { ServiceCheckOptions } from '../../doctor/checkService.js';
import { refuseOtherJournal } from '../../engine/journal/ownJournal.js';
import type { SheetFiles } from '../../engine/journal/sheetFiles.js';
import { assertNotInUse } from '../../engine/journal/sheetLock.js';
import { readStatus, type SheetStatus } from '../../engine/run/readStatus.js';
import { createJournalQuestion } from '../../engine/run/serviceQuestion.js';
import type { Connection } from '../../http/connection.js';
import { count } from '../../wording/words.js';
import { formatMegabytes } from '../../wording/findings.js';
import { showValues } from '../../wording/sentence.js';
import { readIntakeOptions } from '../commands/intakeOptions.js';
import {
  type JournalOptions,
  type OperationOption,
  type SheetOptions,
  withImpliedSandbox,
} from '../commands/options.js';
import { assertWritableFolder, toResultsFile } from '../commands/runGuards.js';
import { findUsableFiles } from '../commands/usableFiles.js';
import { CommandError } from '../output/commandError.js';
import { exitCodes } from '../output/exitCodes.js';
import { adviseCommand, toFailure } from '../output/failure.js';
import { inWords } from '../wording/wording.js';
import type { PrintedFinding } from './printFindings.js';

export type SheetSettings = SheetOptions & JournalOptions & OperationOption;

export interface SheetService {
  /** Undefined if no base URL is set, or if it is invalid. */
  readonly url: string | undefined;
  /** Undefined with `--sandbox`, or if rwa_retrieve did not accept the token. */
  readonly connection: Connection | undefined;
}

export async function* checkSheet(
  path: string,
  given: SheetSettings,
  { url, connection }: SheetService,
  options: ServiceCheckOptions,
): AsyncGenerator<PrintedFinding> {
  const settings = withImpliedSandbox(path, given);
  const sheet = basename(path);
  const createFinding =
    (check: string) =>
    (message: string): PrintedFinding => ({ check, sheet, state: 'ok', message });
  const files = findUsableFiles(path, { ...settings, command: settings.for.command });
  const reading = readSheet(path, settings, files, url);
  yield await runCheck(createFinding('Sheet and journal'), async () =>
    describeSheet(await reading),
  );
  const status = await reading.catch(() => undefined);
  if (connection !== undefined && status !== undefined && settings.sandbox !== true) {
    yield* checkCompany(createFinding('Company'), status, connection, options);
  }
  if (!existsSync(path)) return;
  yield await runCheck(createFinding('Lock'), () => {
    assertNotInUse(files);
    return 'no run is using the sheet';
  });
  yield await runCheck(createFinding('Folder'), () =>
    checkFolder(path, toResultsFile(path, settings)),
  );
}

export function checkLog(path: string): Promise<PrintedFinding> {
  return runCheck(
    (message) => ({ check: 'Log', state: 'ok', message }),
    async () => {
      const { refuseUnusableLog } = await import('../output/logFile.js');
      refuseUnusableLog(path);
      return `${path} can be written`;
    },
  );
}

async function runCheck(
  createFinding: (message: string) => PrintedFinding,
  check: () => string | Promise<string>,
): Promise<PrintedFinding> {
  try {
    return createFinding(await check());
  } catch (error) {
    const { exitCode, message = '' } = toFailure(error, adviseCommand('rwa doctor'));
    if (exitCode === exitCodes.bug) throw error;
    const state = exitCode === exitCodes.inUse ? 'inUse' : 'problem';
    return { ...createFinding(showValues(message)), state };
  }
}

/**
 * Reports a token of another company, with which the service does not find the newest assessment in
 * the journal.
 */
async function* checkCompany(
  createFinding: (message: string) => PrintedFinding,
  { rows, hiddenRows, states }: SheetStatus,
  connection: Connection,
  options: ServiceCheckOptions,
): AsyncGenerator<PrintedFinding> {
  const planned = rows.map((row) => row.planned);
  const { url } = connection.baseUrl;
  const question = createJournalQuestion({ rows: planned, hiddenRows, states }, url);
  if (question === undefined) return;
  yield await runCheck(createFinding, async () => {
    await askAboutAssessment(connection, question, options);
    return `the service has assessment ${question.assessmentId} of the journal`;
  });
}

/** Throws like a run if the sheet or its journal cannot be used. */
async function readSheet(
  path: string,
  settings: SheetSettings,
  files: SheetFiles,
  service: string | undefined,
): Promise<SheetStatus> {
  await refuseOtherJournal(path, files);
  const { sandbox, for: operation } = settings;
  const intake = await readIntakeOptions(operation, settings);
  const knownService = sandbox === true ? undefined : service;
  const status = await readStatus(path, files, operation, intake, inWords, knownService);
  if (status.refusal !== undefined) throw new CommandError(inWords(status.refusal));
  return status;
}

function describeSheet({ states, rows, service }: SheetStatus): string {
  const journal =
    service === undefined
      ? 'no journal yet'
      : `${count(states.size, 'request')} in its journal, for ${service}`;
  return `${count(rows.length, 'row')}; ${journal}`;
}

/**
 * The multiple of the sheet's size that must be free: a run writes a backup, a results file and a
 * journal, and unpacks a workbook.
 */
const spaceFactor = 10;

async function checkFolder(path: string, output: string): Promise<string> {
  await assertWritableFolder(path, output);
  const folder = dirname(resolve(output));
  const [{ size }, free] = await Promise.all([stat(path), readFreeBytes(folder)]);
  if (free < size * spaceFactor) {
    throw new CommandError(
      `The disk of ${folder} has only ${formatMegabytes(free)} left, and a run may need ${formatMegabytes(size * spaceFactor)}. Free some space.`,
    );
  }
  return `can be written to; ${formatMegabytes(free)} are free`;
}
