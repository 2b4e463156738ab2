import { assessmentIdField } from '../../../src/decision.js';
import { describeProblem } from '../../../src/inputWords.js';
import { z } from 'zod/v4';
import { readAssessmentId } from '../../../src/reportLink.js';
import { readRoundName, roundNameRule } from '../../engine/journal/rounds.js';
import { createReassessment } from '../../engine/operations/assess.js';
import { sheetOperations } from '../../engine/operations/operations.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { findJournalWithId } from '../../engine/run/otherJournals.js';
import { readStatus, type SheetStatus } from '../../engine/run/readStatus.js';
import type { RunSheet } from '../../engine/run/runSheet.js';
import type { SheetCommand } from '../../engine/sheetCommand.js';
import { addCheck } from '../commands/check.js';
import { withConfiguredOptions } from '../commands/configuredSheet.js';
import { readIntakeOptions } from '../commands/intakeOptions.js';
import { suggestNextCommands } from '../commands/nextCommands.js';
import { addResolve } from '../commands/resolve.js';
import { addStatus } from '../commands/status.js';
import { findUsableFiles } from '../commands/usableFiles.js';
import { operationWords } from '../operations/operations.js';
import { CommandError } from '../output/commandError.js';
import { commandLine } from '../output/commandLine.js';
import { plain } from '../output/paint.js';
import { planText } from '../output/planText.js';
import { summaryText } from '../output/summaryText.js';
import { inWords } from '../wording/wording.js';
import { assertNoRowBeingAdded } from './addingMarks.js';
import { capturePrinted, toRowData, toAnswer, toErrorAnswer } from './answers.js';
import { validMinutes } from './confirmations.js';
import type { McpContext } from './context.js';
import { type OpenedRun, runFlags, type RunTarget } from './sheetRun.js';
import { prepareTool, type PreparedTool, type ToolDefinition } from './tool.js';

export function createSheetTools(context: McpContext): PreparedTool[] {
  return [
    createListSheetsTool(context),
    createCheckSheetTool(context),
    createPlanSheetTool(context),
    createRunSheetTool(context),
    createSheetStatusTool(context),
    createSheetResultsTool(context),
    createResolveRowTool(context),
  ];
}

const commands = Object.keys(sheetOperations) as [SheetCommand, ...SheetCommand[]];

const sheetInput = z.object({
  sheet: z
    .string()
    .describe('The sheet: a path that list_sheets returns, or its name, such as hires.xlsx.'),
  operation: z
    .enum(commands)
    .default('assess')
    .describe(commands.map((name) => `${name}: ${operationWords[name].description}.`).join(' ')),
});

const runInput = sheetInput.extend({
  round: z
    .string()
    .trim()
    .optional()
    .describe(
      'The name of the round, such as 2026-Q4: only for reassess, which requires it. The same name continues the same round, so no row is assessed twice in it.',
    ),
});

const readOnly = { readOnlyHint: true, openWorldHint: false };

function createListSheetsTool({ folders }: McpContext): PreparedTool {
  return prepareTool({
    name: 'list_sheets',
    title: 'List sheets',
    description: 'Lists the sheets that the other tools may use.',
    input: z.object({}),
    output: z.object({ sheets: z.array(z.string()) }),
    annotations: readOnly,
    call: () => {
      const sheets = folders.list();
      return Promise.resolve(toAnswer(sheets.join('\n'), { sheets }));
    },
  });
}

function createCheckSheetTool(context: McpContext): PreparedTool {
  return createPrintedTool(context, addCheck, {
    name: 'check_sheet',
    title: 'Check a sheet',
    description:
      'Lists every problem in a sheet, with its cell and how to correct it. Sends nothing.',
  });
}

function createSheetStatusTool(context: McpContext): PreparedTool {
  return createPrintedTool(context, addStatus, {
    name: 'sheet_status',
    title: 'Status of a sheet',
    description:
      'Counts the rows of a sheet by status, with a message for each row that needs attention, and the next steps. Also shows the progress of a run that is active. Sends nothing.',
  });
}

function createPrintedTool(
  { folders, session }: McpContext,
  add: typeof addCheck,
  about: Pick<ToolDefinition, 'name' | 'title' | 'description'>,
): PreparedTool {
  return prepareTool({
    ...about,
    input: sheetInput,
    annotations: readOnly,
    call: async ({ sheet, operation }) =>
      toAnswer(await capturePrinted(session, add, [folders.find(sheet), '--for', operation])),
  });
}

function createSheetResultsTool({ folders }: McpContext): PreparedTool {
  return prepareTool({
    name: 'sheet_results',
    title: 'Results of a sheet',
    description:
      'Returns the rows of a sheet with their status, scores from 0 (no risk) to 10, Assessment IDs and report links. Sends nothing.',
    input: sheetInput.extend({
      first_row: z.int().min(1).default(1).describe('Begins with this row of the sheet.'),
      limit: z.int().min(1).max(200).default(50).describe('The maximum number of rows.'),
    }),
    output: z.object({
      rows: z.array(z.looseObject({ row: z.number(), status: z.string() })),
      total: z.number(),
      next_row: z.number().optional(),
    }),
    annotations: readOnly,
    call: async ({ sheet, operation: command, first_row: firstRow, limit }) => {
      const path = folders.find(sheet);
      const { rows } = await readSheetStatus(path, command);
      const remaining = rows.filter(({ planned }) => planned.number >= firstRow);
      const next = remaining[limit]?.planned.number;
      const data = {
        rows: remaining.slice(0, limit).map(({ report }) => toRowData(report)),
        total: rows.length,
        ...(next === undefined ? {} : { next_row: next }),
      };
      return toAnswer(JSON.stringify(data, undefined, 1), data);
    },
  });
}

function createPlanSheetTool(context: McpContext): PreparedTool {
  return prepareTool({
    name: 'plan_sheet',
    title: 'Plan a run over a sheet',
    description:
      'Returns what run_sheet would send for a sheet, and a confirmation for exactly that. Sends nothing. Show the plan to the person and ask whether to send it.',
    input: runInput,
    annotations: { readOnlyHint: true, openWorldHint: true },
    call: async ({ sheet, operation: command, round }) => {
      const path = context.folders.find(sheet);
      const { operation, run, close } = await openNamedRun(context, path, command, round);
      try {
        const plan = await run.plan();
        const words = {
          operation,
          ...suggestNextCommands(operation, path, runFlags, [command, path]),
          results: `into ${path}, after a backup`,
        };
        const text = planText(plan, words, plain);
        if (plan.rowsToDo === 0) return toAnswer(`${text}\nThere is nothing to send.`);
        const confirmation = context.confirmations.issue(describeWork(run.sheet));
        const next = `Nothing was sent. Show this plan to the person. Only if they agree, call run_sheet within ${validMinutes} minutes with the confirmation ${confirmation}`;
        return toAnswer(`${text}\n${next}`);
      } finally {
        await close();
      }
    },
  });
}

function createRunSheetTool(context: McpContext): PreparedTool {
  return prepareTool({
    name: 'run_sheet',
    title: 'Send the rows of a sheet',
    description:
      'Sends the planned rows of a sheet, waits for the results and writes them into the sheet. Requires the confirmation of plan_sheet, and that the person agreed to that plan. A row that was sent before is not sent again. A long run continues after the answer: sheet_status shows its progress.',
    input: runInput.extend({
      confirmation: z.string().default('').describe('The confirmation of plan_sheet.'),
    }),
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: true },
    call: async ({ sheet, operation: command, round, confirmation }, askPerson) => {
      const path = context.folders.find(sheet);
      const opened = await openNamedRun(context, path, command, round);
      const { operation, run } = opened;
      try {
        const { rowsToDo } = await run.plan();
        context.confirmations.redeem(confirmation, describeWork(run.sheet), 'plan_sheet');
        await askPerson(`${operationWords[command].action(rowsToDo)} of ${path}?`);
      } catch (error) {
        await opened.close();
        throw error;
      }
      const summary = await context.runs.start(opened);
      if (summary === undefined) {
        return toAnswer(
          `The run of ${path} is active, and continues. Call sheet_status later for its progress. Do not start it again.`,
        );
      }
      const next = suggestNextCommands(operation, path, runFlags, [command, path]);
      const text = summaryText(summary, operation, next, plain);
      return outcomesForPerson.has(summary.outcome) ? toErrorAnswer(text) : toAnswer(text);
    },
  });
}

function createResolveRowTool({ folders, session }: McpContext): PreparedTool {
  return prepareTool({
    name: 'resolve_row',
    title: 'Resolve an unconfirmed row',
    description:
      'Without a row, lists the rows that were sent without a usable answer: nobody knows whether they took effect. With a row and an ID, records that its assessment or invitation exists in the service with this ID. Use only an ID that a person has looked up in the service. If it does not exist there, only a person can have the row sent again, with rwa resolve --send-again in a terminal.',
    input: sheetInput.extend({
      row: z
        .union([z.string().min(1), z.int().min(1)])
        .optional()
        .describe('The key of the row, as this tool lists it, or the number of the only such row.'),
      exists: z
        .string()
        .min(1)
        .optional()
        .describe(
          'Its ID in the service, or the link of its report; for an invitation, yes is enough.',
        ),
    }),
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    call: async ({ sheet, operation, row, exists: given }, askPerson) => {
      const path = folders.find(sheet);
      if ((row === undefined) !== (given === undefined)) {
        throw new CommandError(
          'Give both row and exists, or neither of them to list the unconfirmed rows. Nothing was recorded.',
        );
      }
      const command = [path, '--for', operation];
      if (row === undefined || given === undefined) {
        return toAnswer(await capturePrinted(session, addResolve, command));
      }
      const files = findUsableFiles(path, { command: operation });
      const read = readAssessmentId(given);
      if (!read.ok) {
        const problem = describeProblem({ label: assessmentIdField.label, ...read });
        throw new CommandError(`${problem} Nothing was recorded.`);
      }
      const exists = String(read.value ?? '');
      const number = await findRowNumber(path, operation, row);
      const other = await findJournalWithId(folders.all, files, exists);
      if (other !== undefined) {
        const byPerson = commandLine(['resolve', path], { for: operation, row: number, exists });
        throw new CommandError(
          `The ID ${exists} belongs to a row of another sheet, according to ${other}. Nothing was recorded. Ask the person to look in the service for the ID of row ${number}.`,
          `If row ${number} was moved here from that sheet, only the person can record this: they type the ID into the row and run ${byPerson}`,
        );
      }
      await askPerson(`Does row ${number} of ${path} have the ID ${exists} in the service?`);
      const answer = ['--row', `${row}`, `--exists=${exists}`];
      return toAnswer(await capturePrinted(session, addResolve, [...command, ...answer]));
    },
  });
}

/** Returns the key itself for a row that is missing from the sheet. */
async function findRowNumber(
  path: string,
  command: SheetCommand,
  row: string | number,
): Promise<string | number> {
  const { rows } = await readSheetStatus(path, command);
  return rows.find(({ planned }) => planned.key === row)?.planned.number ?? row;
}

async function readSheetStatus(path: string, command: SheetCommand): Promise<SheetStatus> {
  const operation = { ...sheetOperations[command], readsResults: true };
  const { intake, journal } = await readSheetSettings(path, operation);
  const files = findUsableFiles(path, { command, journal });
  return readStatus(path, files, operation, intake, inWords);
}

/** Outcomes that are reported as errors, because a person must see them first. */
const outcomesForPerson: ReadonlySet<string> = new Set([
  'unconfirmed',
  'stopped',
  'notInPlace',
  'interrupted',
]);

const addedRowRemedy =
  'Try again. If this is refused again, plan a request with plan_assessment or plan_invitation: it removes what was not sent.';

async function openNamedRun(
  { runs }: McpContext,
  path: string,
  command: SheetCommand,
  round: string | undefined,
): Promise<OpenedRun & { readonly operation: SheetOperation }> {
  const roundName = command === 'reassess' ? parseRoundName(round) : undefined;
  const operation = roundName === undefined ? sheetOperations[command] : createReassessment({});
  const settings = await readSheetSettings(path, operation);
  const target = { path, operation, ...settings, roundName };
  const opened = await runs.open(target);
  try {
    // Servers add rows only while they hold the lock of the sheet, which this run holds now.
    assertNoRowBeingAdded(path, addedRowRemedy);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return { operation, ...opened };
}

/**
 * Reads the settings of the sheet in `rwa.config.json`, as `rwa run` and `rwa status` do. Without
 * them, rows that were sent would look changed, and would be sent again in the same round.
 */
async function readSheetSettings(
  path: string,
  operation: SheetOperation,
): Promise<Pick<RunTarget, 'intake' | 'journal'>> {
  const options = await withConfiguredOptions(path, { for: operation });
  return { intake: await readIntakeOptions(operation, options), journal: options.journal };
}

function parseRoundName(round = ''): string {
  const name = readRoundName(round);
  if (name !== undefined) return name;
  throw new CommandError(
    `A round needs a name, so that no row is assessed twice in it. The name must be ${roundNameRule}. Ask the person for the name. Nothing was sent.`,
  );
}

/** Returns the work for which a confirmation is valid. */
function describeWork(sheet: RunSheet | undefined): unknown {
  if (sheet === undefined) throw new Error('The run has no plan.');
  const { input, operation, roundName = '' } = sheet.options;
  const rows = sheet.work.map((row) => [row.number, sheet.status(row), row.inputs ?? '']);
  return [input, operation.command, roundName, rows];
}
