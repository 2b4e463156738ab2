import type { IDataObject } from 'n8n-workflow';
import { toRanges } from '../../sheets/numberRanges.js';
import { isOnce, type OnceOperation } from '../../src/operations.js';
import type { NodeFailure } from './nodeError.js';
import { type SentItem, getId, getRunIndex, getSendings } from './sendings.js';
import type { Work } from './session.js';
import { toRowFields, describeRow } from './subject.js';
import { isTool } from './toolCall.js';

/** An item that failed in this attempt. */
interface FailedItem {
  readonly itemIndex: number;
  readonly error: NodeFailure;
}

const existingItems: Readonly<Record<OnceOperation, readonly [one: string, many: string]>> = {
  rwa_create: ['assessment exists', 'assessments exist'],
  create_pending_user: ['person is invited', 'people are invited'],
};

// A second retry of the same execution starts from its data, without the requests of the first
// retry.
const retryAdvice = 'Retry each execution only once; if the retry fails, retry that retry.';

const createResumeHint = (executionId: string) =>
  `Do not run the workflow again: rows that Remember Across Executions does not cover would be sent again. Instead, set On Error of this node to "Continue (using error output)", save the workflow, open its executions and choose "Retry with currently saved workflow" for execution ${executionId}. That returns what exists and sends only the remaining rows. Do not change what this node sends for rows that exist. ${retryAdvice}`;

/**
 * Returns the error that stops the node: that of the first failed item, if there is one. If this
 * execution has sent anything that must not be repeated, and the node is not a tool, the error also
 * lists the items that exist, are unconfirmed or were not sent, in its text and in `context.data`:
 * n8n shows no items of a node that stops, and a new execution would resend all rows that are not
 * remembered. For an operation that may be repeated, the text lists only `changedRows`.
 */
export function createStopError(
  work: Work,
  failed: readonly FailedItem[],
  changedRows: readonly number[] = [],
): NodeFailure | undefined {
  const [first, ...others] = failed;
  if (first === undefined) return undefined;
  const { error } = first;
  // A model cannot use row numbers or n8n's buttons.
  if (isTool(work.context.getNode())) return error;
  if (!isOnce(work.operation)) {
    if (changedRows.length === 0) return error;
    error.description = `${error.description ?? ''} ${adviseOnChangedRows(changedRows)}`.trim();
    return error;
  }
  const sent = Object.values(getSendings(work.context));
  if (sent.length === 0) {
    error.description = `${error.description ?? ''} ${retryAdvice}`.trim();
    return error;
  }

  const run = getRunIndex(work.context) + 1;
  const isHere = (row: number) => (sending: SentItem) => sending.run === run && sending.row === row;
  const failedRows = failed.map(({ itemIndex }) => itemIndex + 1);
  const done = sent.filter(({ value }) => value !== undefined);
  const open = sent.filter(({ value }) => value === undefined);
  const openElsewhere = open.filter((each) => !failedRows.some((row) => isHere(row)(each)));
  const notSent = work.context
    .getInputData()
    .map((_, itemIndex) => itemIndex + 1)
    .filter((row) => !failedRows.includes(row) && !sent.some(isHere(row)));

  const describe = (sending: SentItem) =>
    `${sending.run === run ? '' : `run ${sending.run}, `}${describeRow(sending.row, sending.subject)}`;
  const [one, many] = existingItems[work.operation];
  error.description = [
    // The most important advice comes first: running the workflow again may send rows again.
    createResumeHint(work.context.getExecutionId()),
    error.description,
    ...others.map((other) => `Also failed: ${other.error.message}.`),
    ...openElsewhere.map((each) => `Unconfirmed: ${each.lost?.message ?? ''} [${describe(each)}].`),
    done.length === 0
      ? undefined
      : `${done.length} ${done.length === 1 ? one : many}: ${done.map((each) => `${describe(each)}: ${getId(each) ?? ''}`).join('; ')}.`,
    notSent.length === 0 ? undefined : `Not sent: ${formatRanges(notSent)}.`,
  ]
    .filter((sentence) => sentence !== undefined && sentence !== null)
    .join(' ');
  error.context.data = {
    failed: failed.map((each) => ({ row: each.itemIndex + 1, error: each.error.message })),
    exist: done.map(toFields),
    unconfirmed: open.map(toFields),
    notSent,
  };
  return error;
}

/** Another attempt would send all rows again. */
function adviseOnChangedRows(rows: readonly number[]): string {
  const done = formatRanges(rows);
  return `Done: ${done}. Send only the other rows, in a new execution: each attempt of this one sends all rows again, and would replace what was changed in the service since.`;
}

function toFields({ run, row, subject, value, lost }: SentItem): IDataObject {
  return {
    run,
    ...toRowFields(row, subject),
    ...value,
    ...(lost === undefined ? {} : { error: lost.message }),
  };
}

/** Formats row numbers: "row 4", "rows 4, 5, 8 to 12". */
function formatRanges(rows: readonly number[]): string {
  const words = toRanges(rows).map(({ first, last }) =>
    last - first < 2 ? [...new Set([first, last])].join(', ') : `${first} to ${last}`,
  );
  return `${rows.length === 1 ? 'row' : 'rows'} ${words.join(', ')}`;
}
