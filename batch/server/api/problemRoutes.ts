import { z } from 'zod/v4';
import { assessmentFields } from '../../../src/assessmentFields.js';
import type { Field } from '../../../src/field.js';
import {
  addCorrection,
  correctionsOf,
  removeCorrection,
  type StoredCorrection,
} from '../store/correctionStore.js';
import {
  type ProblemCursor,
  problemCounts,
  problemPage,
  type ListedProblem,
  rowsAlike,
  type StoredProblem,
} from '../store/problemStore.js';
import { inTransaction } from '../store/transaction.js';
import type { Store } from '../store/store.js';
import { problemKinds } from '../words/problemKinds.js';
import { inDownload } from '../words/advice.js';
import { changeableSheet } from './matchRoutes.js';
import { Refused, type Route, route } from './route.js';
import type { Services } from './services.js';
import { correction, type MadeCorrection, type Problem, problems, sheet } from './shapes.js';
import { requiredSheet, shownSheet } from './shownSheet.js';
import { within } from './within.js';

const fields: Readonly<Record<string, Field | undefined>> = assessmentFields;
const kinds: Readonly<Record<string, string | undefined>> = problemKinds;
/** The place of each kind on the page. */
const kindNames = Object.keys(problemKinds);

/** As many as a person can have made, and more. */
const mostCorrections = 20_000;

const list = route({
  method: 'GET',
  path: '/api/sheets/:id/problems',
  needs: 'look',
  topic: 'Check',
  summary: 'List the problems of a sheet by row, or those of one kind, and its corrections',
  query: z.object({
    kind: z.string().max(50).optional(),
    after: z.string().max(50).optional().describe('From `next` of the page before'),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  answer: problems,
  handle({ params, query }, services) {
    const { id } = requiredSheet(services, params.id ?? '');
    const { store } = services;
    const { kind, limit } = query;
    const page = problemPage(store, id, { kind, limit, after: cursorIn(query.after) });
    const alike = alikeIn(store, id);
    return {
      kinds: problemCounts(store, id)
        .map((one) => ({ ...one, label: kinds[one.kind] ?? one.kind }))
        .toSorted((a, b) => kindNames.indexOf(a.kind) - kindNames.indexOf(b.kind)),
      problems: page.problems.map((one) => problemOf(one, alike)),
      next: page.next === undefined ? null : `${page.next.row}-${page.next.place}`,
      corrections: correctionsOf(store, id).map((one) => madeCorrection(one, services)),
    };
  },
});

const correct = route({
  method: 'POST',
  path: '/api/sheets/:id/corrections',
  needs: 'edit',
  topic: 'Check',
  summary: 'Correct values, each in one row or in all rows that have it; the file stays as it is',
  body: z.array(correction).min(1).max(1_000),
  answer: sheet,
  async handle({ params, body, caller }, services) {
    const { id } = changeableSheet(services, params.id ?? '');
    const { store, now } = services;
    for (const { field } of body) {
      if (fields[field] === undefined) {
        throw new Refused(422, 'invalid', `There is no input "${field}".`, 'field');
      }
    }
    const made = { by: caller.memberId, at: new Date(now()).toISOString() };
    inTransaction(store, () => {
      for (const one of body) addCorrection(store, id, one, made);
      if (correctionsOf(store, id).length > mostCorrections) {
        throw new Refused(
          422,
          'invalid',
          `The sheet has too many corrections. Make the others ${inDownload}.`,
        );
      }
    });
    const what = body.length === 1 ? 'a value' : `${body.length} values`;
    services.access.log(caller.name, `corrected ${what} of a sheet`, id);
    await within(services.readings.read(id));
    return shownSheet(services, id);
  },
});

const undo = route({
  method: 'DELETE',
  path: '/api/sheets/:id/corrections/:correction',
  needs: 'edit',
  topic: 'Check',
  summary: 'Undo a correction',
  answer: sheet,
  async handle({ params, caller }, services) {
    const { id } = changeableSheet(services, params.id ?? '');
    if (!removeCorrection(services.store, id, params.correction ?? '')) {
      throw new Refused(
        404,
        'not_found',
        'There is no such correction. It may have been undone already.',
      );
    }
    services.access.log(caller.name, 'undid a correction of a sheet', id);
    await within(services.readings.read(id));
    return shownSheet(services, id);
  },
});

function cursorIn(after: string | undefined): ProblemCursor | undefined {
  if (after === undefined) return undefined;
  const [, row, place] = /^(\d{1,9})-(\d{1,9})$/.exec(after) ?? [];
  if (row !== undefined) return { row: Number(row), place: Number(place) };
  throw new Refused(
    422,
    'invalid',
    'The value of after does not belong to this list. Use the value of next from the page before.',
    'after',
  );
}

type Alike = (problem: StoredProblem) => number;

/** Counts each value once: a page may have the same one in all of its rows. */
function alikeIn(store: Store, sheet: string): Alike {
  const counted = new Map<string, number>();
  return (problem) => {
    const key = `${problem.field}\n${problem.value}`;
    const rows = counted.get(key) ?? rowsAlike(store, sheet, problem);
    counted.set(key, rows);
    return rows;
  };
}

function problemOf(found: ListedProblem, alike: Alike): Problem {
  const { row, employeeId, cell, field, label, value, message, remedy, suggestion, kind } = found;
  const { kind: kindOfField, values } = fields[field] ?? {};
  return {
    ...{ row, employeeId, field, label, value, message, remedy, kind },
    ...(cell === undefined ? {} : { cell }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(kindOfField === 'choice' && values !== undefined ? { choices: [...values] } : {}),
    rowsAlike: field === '' ? 1 : alike(found),
    canBeNewCase: kind === 'blocked' && found.choices.includes('newCase'),
  };
}

function madeCorrection(
  { id, field, value, to, row, rows, by, at }: StoredCorrection,
  { access }: Pick<Services, 'access'>,
): MadeCorrection {
  const label = fields[field]?.label ?? field;
  return { id, field, label, value, to, row, rows, by: access.nameOf(by), at };
}

/** Routes about what is wrong with the rows of a sheet, and how it is corrected. */
export const problemRoutes: readonly Route[] = [list, correct, undo];
