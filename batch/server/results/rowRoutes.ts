import { z } from 'zod/v4';
import type { Store } from '../db/store.js';
import { listDecisions } from '../decisions/decisionStore.js';
import { listPastAssessments, addChanges } from './historyStore.js';
import { readCachedRiskMap } from './riskMap.js';
import {
  readCursor,
  countRows,
  type RowInputs,
  readRowPage,
  type RowSelection,
  readRowsWithInputs,
  sortsByText,
  formatCursor,
} from './rowPages.js';
import { listUnconfirmed, findUnconfirmed } from './unconfirmedStore.js';
import type { RowStatus } from '../../engine/sheetCommand.js';
import { createLogEntry } from '../access/logStore.js';
import { decisionStatuses } from '../../../src/decisionStatus.js';
import { assessmentFields } from '../../../src/assessmentFields.js';
import { purposes } from '../../../src/purposes.js';
import { type Route, route } from '../http/route.js';
import { RefusalError } from '../refusalError.js';
import { maxLengths } from '../contract/fieldBounds.js';
import {
  type DetailedRow,
  detailedRow,
  riskChoices,
  riskMap,
  type Row,
  rowCells,
  rowFilters,
  rowList,
  rowSorts,
  rowStatuses,
  seenState,
  settlement,
  type Unconfirmed,
  unconfirmedList,
} from '../contract/shapes.js';
import { requireSheet } from '../sheets/liveSheet.js';
import { readNamedValues } from '../sheets/problemStore.js';

export const selectionQuery = z.object({
  filter: z.enum(rowFilters).default('all'),
  q: z
    .string()
    .max(maxLengths.search)
    .default('')
    .describe(
      'Part of the Employee ID, name, department, destination or purpose, whatever its case and accents; or the name of the destination in another language',
    ),
  destination: z.string().max(1000).optional(),
  purpose: z.enum(purposes).optional(),
  status: z.enum(rowStatuses).optional(),
  decision: z
    .enum(decisionStatuses)
    .optional()
    .describe('The latest decision on the assessment; Pending for none yet'),
  atLeast: z.coerce
    .number()
    .min(0)
    .max(10)
    .optional()
    .describe('The least value of the risk, rounded to one decimal as the page shows it'),
  risk: z.enum(riskChoices).default('any').describe('The risk to compare with atLeast'),
});

const query = selectionQuery.extend({
  sort: z
    .enum(rowSorts)
    .default('row')
    .describe(
      'By a risk, the highest first; by change, the greatest rise first; by person, the name or else the Employee ID',
    ),
  reverse: z
    .stringbool()
    .default(false)
    .describe(
      'The opposite order; by a risk or change, rows without a value are last in both orders',
    ),
  after: z.string().max(2000).optional().describe('The `next` of the previous page'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export function toSelection(query: z.infer<typeof selectionQuery>): RowSelection {
  const { filter, q: search, destination, purpose, status, decision, risk: kind, atLeast } = query;
  const risk = atLeast === undefined ? undefined : { kind, atLeast };
  return { filter, search, destination, purpose, status, decision, risk };
}

const listRows = route({
  method: 'GET',
  path: '/api/sheets/:id/rows',
  requires: 'look',
  topic: 'Results',
  summary: 'List the rows of a sheet',
  query,
  response: rowList,
  async handle(request, services) {
    const { sort, reverse: isReversed, after, limit } = request.query;
    const selection = toSelection(request.query);
    const { id } = await requireSheet(request, services);
    const cursor = after === undefined ? undefined : requireCursor(after, sort);
    const { store } = services;
    const pageQuery = { ...selection, sort, isReversed, after: cursor, limit };
    const page = await readRowPage(store, id, pageQuery);
    return {
      rows: [...page.rows],
      next: page.next === undefined ? null : formatCursor(page.next),
      counts: await countRows(store, id, selection),
    };
  },
});

function requireCursor(after: string, sort: (typeof rowSorts)[number]) {
  const cursor = readCursor(after, sortsByText(sort));
  if (cursor !== undefined) return cursor;
  const field = 'after';
  throw new RefusalError('invalid', (t) => t(($) => $.sheets.notOfSortedPage, { name: field }), {
    field,
  });
}

const showRow = route({
  method: 'GET',
  path: '/api/sheets/:id/rows/:row',
  requires: 'look',
  topic: 'Results',
  summary: 'Show a row with its inputs, scores, history and decisions',
  response: detailedRow,
  async handle(request, services): Promise<DetailedRow> {
    const { id } = await requireSheet(request, services);
    return readDetails(services.store, id, request.params.row ?? '');
  },
});

const showCells = route({
  method: 'GET',
  path: '/api/sheets/:id/rows/:row/cells',
  requires: 'look',
  topic: 'Check',
  summary:
    'Show the cells of a row with the names that corrections use, and with the inputs that are read from the cells',
  response: rowCells,
  async handle(request, services) {
    const { id } = await requireSheet(request, services);
    const { row } = await requireRow(services.store, id, request.params.row ?? '');
    const named = await readNamedValues(services.store, id);
    const cells = await services.work.cells(id, row.row);
    return {
      cells: cells.map(({ input, ...cell }) => ({
        ...cell,
        ...(input && { input: { ...input, ...named(input.field) } }),
      })),
    };
  },
});

async function requireRow(store: Store, id: string, rowText: string) {
  const number = /^\d{1,9}$/.test(rowText) ? Number(rowText) : 0;
  const [found] = await readRowsWithInputs(store, id, [number]);
  if (found !== undefined) return found;
  throw new RefusalError('not_found', (t) => t(($) => $.sheets.noRow, { row: rowText }));
}

async function readDetails(store: Store, id: string, rowText: string): Promise<DetailedRow> {
  const { row, read } = await requireRow(store, id, rowText);
  const { row: number } = row;
  const { choices } = read;
  const canBeSettled = choices.includes('settle');
  const unconfirmed =
    (await findUnconfirmed(store, id, number)) ??
    (canBeSettled ? describeUncertainId(row, read) : undefined);
  return {
    ...row,
    key: read.key,
    inputs: toInputs(read),
    history: toHistory(row, await listPastAssessments(store, id, number)),
    decisions: await listDecisions(store, id, row),
    choices: [...choices],
    ...(unconfirmed === undefined ? {} : { unconfirmed }),
  };
}

/** The ID may be wrong: a person has entered it, or must still confirm it. */
function describeUncertainId(row: Row, read: RowInputs): Unconfirmed {
  const sent = toInputs(read).map(({ field, label, value }) => ({ field, label, value }));
  const { row: number, status, message: reason, assessmentId } = row;
  return {
    key: read.key,
    row: number,
    sentAt: null,
    reason,
    sent,
    ...(assessmentId === undefined ? {} : { assessmentId }),
    ...(status === ('Invalid' satisfies RowStatus) ? { isUnproven: true } : {}),
  };
}

const declarations = {
  newRow: {
    path: 'new-row',
    summary: 'Say that a blocked row is new; the next run sends it',
    code: 'rowDeclaredNew',
  },
  notItsAssessment: {
    path: 'not-its-assessment',
    summary: 'Say that the assessment of a row belongs to another row; the row is then unconfirmed',
    code: 'assessmentDisowned',
  },
} as const;

function createDeclarationRoute(what: keyof typeof declarations): Route {
  const { path, summary, code } = declarations[what];
  return route({
    method: 'POST',
    path: `/api/sheets/:id/rows/:row/${path}`,
    requires: 'edit',
    topic: 'Results',
    summary,
    body: seenState,
    response: detailedRow,
    async handle(request, services): Promise<DetailedRow> {
      const { id } = await requireSheet(request, services);
      const { row } = await readDetails(services.store, id, request.params.row ?? '');
      const entry = createLogEntry(services, request.caller, { code }, id);
      await services.work.markRow(id, row, { what, seen: request.body }, entry);
      return readDetails(services.store, id, String(row));
    },
  });
}

const fields: Readonly<Record<string, { readonly label: string } | undefined>> = assessmentFields;

function toInputs({ inputs, instead }: RowInputs): DetailedRow['inputs'] {
  const names = new Set([...Object.keys(fields), ...Object.keys(inputs)]);
  return [...names].flatMap((field) => {
    const value = inputs[field];
    if (value === undefined) return [];
    const [label = field, written] = [fields[field]?.label, instead[field]];
    return [{ field, label, value, ...(written === undefined ? {} : { instead: written }) }];
  });
}

/**
 * Adds the assessment in the row if it is missing: a row that was assessed once has no stored
 * history, and during a run, only the row has the latest assessment.
 */
function toHistory(row: Row, past: DetailedRow['history']): DetailedRow['history'] {
  const { assessmentId, assessedAt, overall, scores } = row;
  const isListed = past.some((assessment) => assessment.assessmentId === assessmentId);
  if (assessmentId === undefined || overall === undefined || isListed) return addChanges(past);
  const latest = {
    round: (past.at(-1)?.round ?? 0) + 1,
    assessmentId,
    overall,
    scores,
    ...(assessedAt === undefined ? {} : { assessedAt }),
  };
  return addChanges([...past, latest]);
}

const showRisks = route({
  method: 'GET',
  path: '/api/sheets/:id/risks',
  requires: 'look',
  topic: 'Results',
  summary: 'Show the risks by destination, kind and band',
  response: riskMap,
  async handle(request, services) {
    const { id } = await requireSheet(request, services);
    return readCachedRiskMap(services.store, id);
  },
});

export const rowRoutes: readonly Route[] = [
  listRows,
  showRow,
  showCells,
  createDeclarationRoute('newRow'),
  createDeclarationRoute('notItsAssessment'),
  showRisks,
];

const listUnconfirmedRows = route({
  method: 'GET',
  path: '/api/sheets/:id/unconfirmed',
  requires: 'look',
  topic: 'Results',
  summary: 'List the rows whose assessment may or may not exist in the service',
  response: unconfirmedList,
  async handle(request, services) {
    const { id } = await requireSheet(request, services);
    return { unconfirmed: await listUnconfirmed(services.store, id) };
  },
});

const settleRow = route({
  method: 'POST',
  path: '/api/sheets/:id/settlements',
  requires: 'edit',
  topic: 'Results',
  summary:
    'Say whether the assessment of an unconfirmed row exists; if not, the active run or the next one sends the row',
  body: settlement,
  response: unconfirmedList,
  async handle(request, services) {
    const { id } = await requireSheet(request, services);
    const { key, exists, assessmentId = '', insteadOf, sentAt, alsoOthers = false } = request.body;
    const typed = assessmentId.trim();
    if (exists && typed === '') {
      throw new RefusalError('invalid', (t) => t(($) => $.results.noAssessmentId), {
        field: 'assessmentId',
      });
    }
    const answer = {
      exists,
      ...(exists ? { assessmentId: typed } : {}),
      ...(insteadOf === undefined ? {} : { insteadOf }),
      sentAt,
      ...(exists && alsoOthers ? { alsoOthers } : {}),
    };
    await services.work.settle(
      id,
      key,
      answer,
      createLogEntry(services, request.caller, { code: 'assessmentDeclared', exists }, id),
    );
    return { unconfirmed: await listUnconfirmed(services.store, id) };
  },
});

export const settlementRoutes: readonly Route[] = [listUnconfirmedRows, settleRow];
