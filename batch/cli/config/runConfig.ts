import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod/v4';
import { readBaseUrl } from '../../../src/baseUrl.js';
import { findNearest } from '../../../src/spelling.js';
import { toErrorMessage } from '../../engine/errors.js';
import { readRoundName, roundNameRule } from '../../engine/journal/rounds.js';
import { resolveRealPath } from '../../engine/journal/sheetFiles.js';
import { readTextFile } from '../../http/readTextFile.js';
import { parseWebhookUrl } from '../../http/webhookUrl.js';
import { webhookFaults } from '../../wording/webhookFaults.js';
import { addAssessmentOptions } from '../commands/assessmentOptions.js';
import { addSelectionOptions } from '../commands/selectionOptions.js';
import { CommandError } from '../output/commandError.js';
import { createOptionShape } from './optionValues.js';
import { strictObject, text, toBe } from './schemaParts.js';

export type RunConfig = z.output<ReturnType<typeof createSchema>>;
export type ConfiguredCompany = RunConfig['companies'][number];
export type ConfiguredSheet = ConfiguredCompany['sheets'][number];

/**
 * Some of these options have another place in the file, such as `baseUrl`. Others make no sense in
 * a file, such as `dryRun`, or must not be repeated every night, because they confirm something for
 * one run, such as `sameService`.
 */
const excludedOptions: ReadonlySet<string> = new Set([
  'baseUrl',
  'dryRun',
  'heartbeat',
  'json',
  'otherService',
  'sameService',
  'sandbox',
  'sendKnown',
  'tokenFile',
  'withoutJournal',
  'yes',
]);

export const sharedOptions = addAssessmentOptions(new Command()).options.filter(
  (option) => !excludedOptions.has(option.attributeName()),
);
/** Only one sheet can use these files. */
const ownFileOptions: ReadonlySet<string> = new Set(['journal', 'output', 'report']);
export const selectionOptions = addSelectionOptions(new Command()).options;

/** Throws a CommandError that lists each problem and its place. */
export async function readRunConfig(path: string): Promise<RunConfig> {
  const schema = createSchema(dirname(path));
  const read = schema.safeParse(parseJson(path, await readConfigText(path)));
  if (read.success) return read.data;
  const problems = read.error.issues.flatMap((issue) => toProblems(issue, schema));
  throw new CommandError(
    `${path} cannot be used. Nothing was sent.`,
    ...problems.map(({ place, problem }) => `  ${place}: ${problem}`),
  );
}

export function configJsonSchema(): object {
  return z.toJSONSchema(createSchema(), { io: 'input' });
}

function createSchema(folder = '') {
  const ownOptions = strictObject(createOptionShape(sharedOptions)).optional();
  const optionsForManySheets = sharedOptions.filter(
    (option) => !ownFileOptions.has(option.attributeName()),
  );
  const options = strictObject(createOptionShape(optionsForManySheets)).optional();
  const heartbeat = text.superRefine(checkUrl).optional();
  const reassess = strictObject({
    every: z
      .enum(['month', 'quarter', 'year'], { error: toBe('month, quarter or year') })
      .optional()
      .describe('once in this period; by default, rows that were scored before it'),
    round: text
      .refine((name) => readRoundName(name) !== undefined, `It must be ${roundNameRule}.`)
      .optional()
      .describe('name of a single round, instead of "every"'),
    ...createOptionShape(selectionOptions),
  }).refine(
    ({ every, round }) => (every === undefined) !== (round === undefined),
    'It must have either "every" or "round".',
  );
  const sheet = strictObject({
    file: text.describe('workbook or CSV file'),
    assess: z
      .boolean({ error: toBe('true or false') })
      .default(true)
      .describe('assess new rows'),
    reassess: reassess.optional().describe('assess scored rows again'),
    options: ownOptions.describe('options for this sheet'),
  }).refine(
    ({ assess, reassess: again }) => assess || again !== undefined,
    'There is nothing to do: it has neither "assess" nor "reassess".',
  );
  const company = strictObject({
    name: text,
    baseUrl: text.superRefine(checkBaseUrl).describe('base URL of the service'),
    tokenFile: text.describe("file with the company's token"),
    heartbeat: heartbeat.describe(
      "URL that is notified of the beginning and the end of all the company's sheets",
    ),
    options: options.describe("options for all the company's sheets"),
    sheets: z.array(sheet, { error: toBe('a list of sheets') }).min(1, 'It must not be empty.'),
  });
  return strictObject({
    $schema: z.string().optional(),
    heartbeat: heartbeat.describe(
      'URL that is notified of the beginning and the end of the whole run',
    ),
    options: options.describe('options for all sheets'),
    companies: z
      .array(company, { error: toBe('a list of companies') })
      .min(1, 'It must not be empty.')
      .superRefine((companies, context) => {
        refuseRepeatedNames(folder, companies, context);
      }),
  }).describe('Configuration of rwa run. Paths are relative to this file.');
}

type Refinement = z.core.$RefinementCtx;

function checkUrl(value: string, context: Refinement): void {
  const url = parseWebhookUrl(value);
  if (typeof url === 'string') context.addIssue(`It ${webhookFaults[url]}`);
}

function checkBaseUrl(value: string, context: Refinement): void {
  const read = readBaseUrl(value);
  if (!read.ok) context.addIssue(read.message);
}

/** Refuses repeated names and sheets, even if the same sheet is listed as a link. */
function refuseRepeatedNames(
  folder: string,
  companies: readonly { readonly name: string; readonly sheets: readonly { file: string }[] }[],
  context: Refinement,
): void {
  const [names, files] = [new Set<string>(), new Set<string>()];
  for (const [at, { name, sheets }] of companies.entries()) {
    if (names.has(name)) {
      context.addIssue({
        code: 'custom',
        path: [at, 'name'],
        message: 'Another company has this name.',
      });
    }
    names.add(name);
    for (const [index, { file }] of sheets.entries()) {
      const path = resolveRealPath(resolve(folder, file));
      if (files.has(path)) {
        const place = [at, 'sheets', index, 'file'];
        context.addIssue({ code: 'custom', path: place, message: 'The sheet is listed twice.' });
      }
      files.add(path);
    }
  }
}

async function readConfigText(path: string): Promise<string> {
  return readTextFile(path).catch((error: unknown) => {
    throw new CommandError(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? `${path} does not exist. Name the configuration with --config FILE.`
        : `${path} cannot be read: ${toErrorMessage(error)}`,
    );
  });
}

/** Node's error message would quote the file, which may contain secrets. */
function parseJson(path: string, json: string): unknown {
  try {
    // Some Windows editors put a byte order mark first.
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    const [, place] =
      /(line \d+, column \d+)/.exec(String(error).replace(' column', ', column')) ?? [];
    throw new CommandError(
      `${path} is not valid JSON${place === undefined ? '' : `: see ${place}`}. Nothing was sent.`,
    );
  }
}

interface Problem {
  /** Such as `companies[0].sheets[2].reassess`. */
  readonly place: string;
  readonly problem: string;
}

function toProblems(issue: z.core.$ZodIssue, schema: z.ZodType): Problem[] {
  const { path, message } = issue;
  if (issue.code !== 'unrecognized_keys') {
    return [{ place: z.core.toDotPath(path) || 'the file', problem: message }];
  }
  const names = listNamesAt(z.toJSONSchema(schema), path);
  return issue.keys.map((key) => {
    const near = findNearest(key, names);
    const advice =
      near === undefined ? `The names are ${names.join(', ')}.` : `Did you mean ${near}?`;
    return {
      place: z.core.toDotPath([...path, key]),
      problem: `There is no such setting. ${advice}`,
    };
  });
}

function listNamesAt(schema: z.core.JSONSchema.BaseSchema, path: readonly PropertyKey[]): string[] {
  let at: z.core.JSONSchema.BaseSchema | undefined = schema;
  for (const step of path) {
    const inner: unknown = typeof step === 'number' ? at?.items : at?.properties?.[String(step)];
    at = typeof inner === 'object' ? (inner as z.core.JSONSchema.BaseSchema) : undefined;
  }
  return Object.keys(at?.properties ?? {});
}
