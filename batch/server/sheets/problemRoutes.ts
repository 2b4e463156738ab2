import { z } from 'zod/v4';
import { assessmentFields } from '../../../src/assessmentFields.js';
import type { Field } from '../../../src/field.js';
import {
  addCorrections,
  countAssessed,
  countCorrections,
  listCorrectionsForWorksheet,
  removeCorrection,
} from './correctionStore.js';
import {
  type ProblemCursor,
  countProblems,
  readProblemPage,
  type ListedProblem,
  type ProblemOfRows,
  countAlike,
  isValueProblem,
  readNamedValues,
  type NamedValues,
  type RowsAlike,
} from './problemStore.js';
import { problemKinds } from '../words/problemKinds.js';
import { changeAndRead } from './matchRoutes.js';
import { type Route, route } from '../http/route.js';
import { RefusalError } from '../refusalError.js';
import type { Language } from '../contract/languages.js';
import { type RefusalWording, translateToAll } from '../words/language/language.js';
import type { Services } from '../services.js';
import {
  type Correction,
  correction,
  correctedSheet,
  type IgnoredRow,
  type MadeCorrection,
  type Problem,
  problems,
  sheet,
} from '../contract/shapes.js';
import { listIgnoredRows } from './ignoredRowStore.js';
import { requireStoredSheet } from './liveSheet.js';
import { findSheet } from './sheetStore.js';
import { readSetting, readValue } from '../../engine/intake/values.js';
import { toSentence } from '../../../src/toSentence.js';
import { sanitize } from '../../../src/sanitized.js';
import type { DateOrder } from '../../../src/dateText.js';
import { capitalize } from '../../wording/words.js';
import { describeEntry } from '../words/valueEntry.js';
import { wordsIn } from '../words/wording.js';

const fields: Readonly<Record<string, Field | undefined>> = assessmentFields;
const kinds: Readonly<Record<string, string | undefined>> = problemKinds;
const kindNames = Object.keys(problemKinds);

/** People make fewer corrections by hand. */
const maxCorrections = 20_000;

const list = route({
  method: 'GET',
  path: '/api/sheets/:id/problems',
  requires: 'look',
  topic: 'Check',
  summary:
    'List the problems of a sheet, or its problems of one kind, with its corrections and its ignored rows. Rows with the same problem of the same value are listed once',
  query: z.object({
    kind: z.string().max(50).optional(),
    like: z
      .string()
      .max(50)
      .optional()
      .describe(
        'The `id` of a problem from the list without `like`: lists each row that has this problem',
      ),
    after: z.string().max(50).optional().describe('The `next` of the previous page'),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: problems,
  async handle({ params, query }, services) {
    const { id } = await requireStoredSheet(services, params.id ?? '');
    const { store } = services;
    const { kind, limit } = query;
    const [like, after] = [toCursor(query, 'like'), toCursor(query, 'after')];
    const page = await readProblemPage(store, id, { kind, limit, like, after });
    const countRowsAlike = await countAlike(store, id, page.problems.filter(isValueProblem));
    const findNamedValues = await readNamedValues(store, id);
    const counts = await countProblems(store, id);
    return {
      kinds: counts
        .map((count) => ({ ...count, label: kinds[count.kind] ?? count.kind }))
        .toSorted((a, b) => kindNames.indexOf(a.kind) - kindNames.indexOf(b.kind)),
      problems: page.problems.map((problem) => toProblem(problem, countRowsAlike, findNamedValues)),
      next: page.next === undefined ? null : toProblemId(page.next),
      corrections: await listMadeCorrections(id, services),
      ignoredRows: await listShownIgnoredRows(id, services),
    };
  },
});

const correct = route({
  method: 'POST',
  path: '/api/sheets/:id/corrections',
  requires: 'edit',
  topic: 'Check',
  summary:
    'Correct values, each in one row or in all unassessed rows with this value; the file does not change',
  query: z.object({
    worksheet: z
      .string()
      .max(500)
      .optional()
      .describe(
        'The worksheet in which the values were seen: if another worksheet was read since, nothing is corrected',
      ),
  }),
  body: z.array(correction).min(1).max(1_000),
  response: correctedSheet,
  async handle({ params, query, body, caller }, services) {
    const id = params.id ?? '';
    let corrections: Correction[] = [];
    const at = new Date(services.now()).toISOString();
    const details = { by: caller.memberId, at, seenIn: query.worksheet };
    const action = { code: 'valuesCorrected', values: body.length } as const;
    const shownSheet = await changeAndRead(services, { sheet: id, caller, action }, async (tx) => {
      const dateOrder = (await findSheet(tx, id))?.match?.dateOrder ?? undefined;
      corrections = body.map((requested) => readCorrection(requested, dateOrder));
      await addCorrections(tx, id, corrections, details);
      if ((await countCorrections(tx, id)) > maxCorrections) {
        throw new RefusalError('invalid', (t) => t(($) => $.sheets.tooManyCorrections));
      }
    });
    return { ...shownSheet, sentInstead: corrections.map(({ to }) => to) };
  },
});

const undo = route({
  method: 'DELETE',
  path: '/api/sheets/:id/corrections/:correction',
  requires: 'edit',
  topic: 'Check',
  summary: 'Undo a correction',
  response: sheet,
  handle({ params, caller }, services) {
    const id = params.id ?? '';
    const action = { code: 'correctionUndone' } as const;
    return changeAndRead(services, { sheet: id, caller, action }, async (tx) => {
      if (await removeCorrection(tx, id, params.correction ?? '')) return;
      throw new RefusalError('not_found', (t) => t(($) => $.sheets.noCorrection));
    });
  },
});

/**
 * Uses the suggestion for the entered value, such as Romania for "Rumänien", unless it is the value that the person
 * corrects.
 */
function readCorrection(requested: Correction, dateOrder: DateOrder | undefined): Correction {
  const { field, value, to } = requested;
  const input = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (input === undefined) {
    throw new RefusalError('invalid', (t) => t(($) => $.sheets.noInput, { field }), {
      field: 'field',
    });
  }
  // With an empty text, the input is not sent.
  if (to === '') return requested;
  const read = readValue(input, { kind: 'text', text: to }, dateOrder);
  const suggestion = read.ok && to !== value ? read.suggestion : undefined;
  if (suggestion !== undefined && suggestion !== value) return { ...requested, to: suggestion };
  const set = readSetting(input, to, { dateOrder });
  if (!('problem' in set)) return requested;
  const { message, label, remedy } = set.problem;
  const describe = (language: Language) => {
    const { valueText } = wordsIn(language);
    const texts = [toSentence(capitalize(valueText(message, label)))];
    if (remedy !== undefined) texts.push(valueText(remedy));
    return sanitize(texts.join(' '));
  };
  throw new RefusalError('invalid', translateToAll(describe), { field: 'to' });
}

function toProblemId({ row, place }: ProblemCursor): string {
  return `${row}-${place}`;
}

function toCursor(
  query: { readonly like?: string | undefined; readonly after?: string | undefined },
  name: 'like' | 'after',
): ProblemCursor | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const [, row, place] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  if (row !== undefined) return { row: Number(row), place: Number(place) };
  const wording: RefusalWording = (t) =>
    t(($) => (name === 'after' ? $.sheets.notOfPage : $.sheets.notOfProblems), { name });
  throw new RefusalError('invalid', wording, { field: name });
}

function toProblem(
  found: ProblemOfRows,
  countRowsAlike: (problem: ListedProblem) => RowsAlike,
  findNamedValues: NamedValues,
): Problem {
  const { row, employeeId, cell, field, label, value, message, remedy, suggestion, kind } = found;
  const { rows: rowsAlike, assessed: assessedAlike } = isValueProblem(found)
    ? countRowsAlike(found)
    : { rows: 1, assessed: 0 };
  return {
    id: toProblemId(found),
    row,
    rows: found.rows,
    firstRows: [...found.firstRows],
    employeeId,
    ...found.context,
    field,
    label,
    value,
    message,
    remedy,
    kind,
    ...(cell === undefined ? {} : { cell }),
    ...(found.key === undefined ? {} : { key: found.key }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...describeEntry(field),
    ...findNamedValues(field),
    rowsAlike,
    assessedAlike,
    canBeIgnored: found.canBeIgnored,
    canBeNewRow: kind === 'blocked' && found.choices.includes('newRow'),
  };
}

async function listMadeCorrections(
  sheet: string,
  { store, access }: Pick<Services, 'store' | 'access'>,
): Promise<MadeCorrection[]> {
  const corrections = await listCorrectionsForWorksheet(store, sheet);
  const findName = await access.findNames(corrections.map(({ by }) => by));
  const assessed = await countAssessed(store, sheet, corrections);
  return corrections.map(({ id, field, value, to, row, rows, by, at }) => {
    const label = fields[field]?.label ?? field;
    const assessedRows = assessed.get(id) ?? 0;
    return { id, field, label, value, to, row, rows, assessedRows, by: findName(by), at };
  });
}

async function listShownIgnoredRows(
  sheet: string,
  { store, access }: Pick<Services, 'store' | 'access'>,
): Promise<IgnoredRow[]> {
  const rows = await listIgnoredRows(store, sheet);
  const findName = await access.findNames(rows.map(({ by }) => by));
  return rows.map((row) => ({ ...row, by: findName(row.by) }));
}

export const problemRoutes: readonly Route[] = [list, correct, undo];
