import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import type { BaseUrl } from '../../../src/baseUrl.js';
import { type Operation, operations } from '../../../src/operations.js';
import { parseCopyName } from '../../engine/files/backups.js';
import { toSheetFiles, isSandboxSheet, toSandboxSheet } from '../../engine/journal/sheetFiles.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { csvExtensions, workbookExtensions } from '../../../sheets/extensions.js';
import { assertWritable } from '../../../sheets/files/writeThroughDraft.js';
import { SheetError } from '../../../sheets/sheet.js';
import { refuseTooFewFiles } from '../../http/openFiles.js';
import { refuseReport } from '../../report/writeReport.js';
import type { RunFlags } from './runFlags.js';
import { CommandError } from '../output/commandError.js';

/** With `--sandbox`, refuses options that name a service, because the user may have meant it. */
export function refuseService({ baseUrl, tokenFile }: RunFlags): void {
  if ((baseUrl ?? tokenFile) === undefined) return;
  const option = baseUrl === undefined ? '--token-file' : '--base-url';
  throw new CommandError(
    `--sandbox cannot be combined with ${option}: the sandbox runs on this machine. Remove one of them. Nothing was sent.`,
  );
}

/**
 * Call this before the sheet is opened or anything is sent. Throws a SettingsError if the run would
 * need too many open files.
 */
export async function refuseRun(
  operation: SheetOperation,
  { input, output }: { readonly input: string; readonly output: string },
  flags: RunFlags,
  { service, baseUrl }: { readonly service: string; readonly baseUrl: BaseUrl },
): Promise<void> {
  const { testOnly = false }: Operation = operations[operation.name];
  if (testOnly && !baseUrl.isTest) {
    throw new CommandError(
      `${operation.name} works only in the test environment, and ${service} is not a test URL. Nothing was sent.`,
    );
  }
  if (flags.sameService === true && flags.otherService === true) {
    throw new CommandError(
      '--same-service and --other-service contradict each other. Remove one of them. Nothing was sent.',
    );
  }
  await assertUsableOutput(input, output, flags.sandbox === true);
  refuseCopy(input);
  if (isSandboxSheet(input) && flags.sandbox !== true) {
    throw new CommandError(
      `${input} was written by a sandbox run; its scores are made up. Add --sandbox, or use the sheet that it was made from. Nothing was sent.`,
    );
  }
  if (flags.report !== undefined) await refuseReport(flags.report);
  refuseTooFewFiles(flags.concurrency, flags.sandbox === true);
}

/** Call this before anything is sent. */
export async function assertWritableFolder(input: string, output: string): Promise<void> {
  await assertWritable(output).catch((error: unknown) => {
    if (!(error instanceof SheetError)) throw error;
    const instead =
      resolve(input) === resolve(output)
        ? 'To write the results into another file instead, add --output FILE.'
        : 'Or choose another --output.';
    throw new CommandError(`${error.message} ${instead} Nothing was sent.`);
  });
}

export function toResultsFile(
  input: string,
  { output, sandbox }: Pick<RunFlags, 'output' | 'sandbox'>,
): string {
  return output ?? (sandbox === true ? toSandboxSheet(input) : input);
}

/** Refuses a copy, which has no journal: rows in the journal of the sheet would be sent again. */
function refuseCopy(input: string): void {
  const sheet = parseCopyName(input)?.file;
  if (sheet === undefined || !existsSync(sheet)) return;
  throw new CommandError(
    `${input} is a backup or results file of ${sheet}. Run the command on ${sheet} instead: it writes all results into it. To use this file as a separate sheet, rename it. Nothing was sent.`,
  );
}

async function assertUsableOutput(
  input: string,
  output: string,
  isSandboxRun: boolean,
): Promise<void> {
  if (isSandboxRun && !isSandboxSheet(input) && resolve(input) === resolve(output)) {
    throw new CommandError(
      "Sandbox results can't be written into the original sheet. Choose another --output. Nothing was sent.",
    );
  }
  const [from, to] = [input, output].map((path) => extname(path).toLowerCase());
  const becomesWorkbook = to === '.xlsx' && !workbookExtensions.includes(from ?? '');
  const canBeWritten = to === from || becomesWorkbook || !knownExtensions.includes(from ?? '');
  if (!canBeWritten) {
    throw new CommandError(
      `The results of ${input} cannot be written as ${output}. Choose an --output that ends in ${from ?? ''}. Nothing was sent.`,
    );
  }
  if (resolve(input) === resolve(output)) return;
  const { journal } = toSheetFiles(output, {});
  if (!isSandboxRun && existsSync(journal)) {
    throw new CommandError(
      `${output} is a sheet with a journal of its own (${journal}), and would be replaced. Choose another --output. Nothing was sent.`,
    );
  }
  await access(dirname(resolve(output)), constants.W_OK).catch(() => {
    throw new CommandError(
      `The folder of ${output} does not exist or cannot be written. Choose another --output. Nothing was sent.`,
    );
  });
}

// Files with other extensions are refused with advice when they are opened.
const knownExtensions = [...workbookExtensions, ...csvExtensions];
