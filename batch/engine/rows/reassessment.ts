import type { IntakeRow } from '../intake/intakeRow.js';
import { afterKey, foundKey, hashOfRequest, requestOfKey } from '../intake/rowKey.js';
import { keptScores } from '../intake/keptScores.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import { assessRow } from './assessRow.js';
import type { SentRequest } from '../identity/requests.js';
import { PlacedRows } from './planRows.js';
import type { RowEnd, RowPorts, RowWork } from './rowWork.js';
import { isInRanges, type Selection, unselected } from './selection.js';
import { type PlannedRow, type RowStatusOptions, findRowStatus } from './rowStatus.js';
import type { RowStatus } from '../intake/statusWords.js';
import { isOfAnother } from './whoseResult.js';
import { resultFacts } from './resultFacts.js';

/**
 * The rows of a round: those that were assessed before. The ones that take part have the key of the
 * assessment that comes next; the others stand on their latest. Rows that were never assessed are
 * left out, unless it is open whether they were.
 */
export function planRound(selection: Selection) {
  return (
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
    round: CurrentRound,
  ): readonly PlannedRow[] => {
    const sheet = new PlacedRows(rows, states);
    return rows.flatMap((row, index) => planInRound(sheet, row, index, { round, selection }));
  };
}

interface Round {
  readonly round: CurrentRound;
  readonly selection: Selection;
}

function planInRound(
  sheet: PlacedRows,
  row: IntakeRow,
  index: number,
  { round, selection }: Round,
): PlannedRow[] {
  const situation = sheet.situation(index);
  const planned = sheet.plan(row, index);
  switch (situation.kind) {
    case 'new':
    case 'copied':
    case 'duplicate': {
      const doubt = sheet.doubt(row);
      if (doubt === undefined) return [];
      // The request of its person was never shown: the person who names the row says that it is this one.
      const isNamed = selection.rows !== undefined && isInRanges(row.number, selection.rows);
      return isNamed && doubt.outcome === 'answered'
        ? [reassessed(sheet, row, doubt, { round, isChanged: true })]
        : [planned];
    }
    case 'invalid':
      if (situation.request === undefined) return row.previous?.id ? [planned] : [];
      break;
    case 'unclear':
    case 'foreign':
    case 'disowned':
    case 'unproven': {
      const unknown = { at: '', isChanged: true };
      // An empty selection is read-only.
      const isMeant =
        selection.rows?.length === 0 ||
        unselected(row, unknown, selection, round.nowMs) === undefined;
      return isMeant ? [planned] : [];
    }
    case 'known':
    case 'changed':
  }
  const { kind, request } = situation;
  if (request === undefined) return [planned];
  const isOfOtherInputs = kind !== 'known';
  return [planAssessed(sheet, row, { request, isOfOtherInputs, planned, round, selection })];
}

/** A row with an assessment, or with a request that may have made one. */
function planAssessed(
  sheet: PlacedRows,
  row: IntakeRow,
  {
    request,
    isOfOtherInputs,
    planned,
    round,
    selection,
  }: Round & {
    readonly request: SentRequest;
    readonly isOfOtherInputs: boolean;
    readonly planned: PlannedRow;
  },
): PlannedRow {
  const first = request.outcome === 'refused' ? sheet.before(request) : request;
  // Its first assessment was refused.
  if (first === undefined) return planned;
  const answered = sheet.newest(first);
  if (answered.outcome === 'unanswered') return planned;
  const latest = sheet.state(row, answered);
  const isChanged = isOfOtherInputs || answered.inputs !== request.inputs;
  const isPending = latest.state !== 'Scored' && request.outcome !== 'refused';
  if (isPending && !isChanged) return planned;
  const last = { at: latest.at, isChanged: answered.inputs === undefined ? undefined : isChanged };
  // With other inputs than those that were assessed in it, the row is not done in the round.
  const isDone = isOfRound(latest, round) && !isChanged;
  const why =
    unselected(row, last, selection, round.nowMs) ?? (isDone ? ('done' as const) : undefined);
  if (why !== undefined) return { ...planned, unselected: why };
  if (sheet.isHeld(row)) return planned;
  return reassessed(sheet, row, answered, { round, isChanged });
}

/** A row whose next assessment is made in the round. */
function reassessed(
  sheet: PlacedRows,
  row: IntakeRow,
  answered: SentRequest,
  { round, isChanged }: { readonly round: CurrentRound; readonly isChanged: boolean },
): PlannedRow {
  const { sameAs: _, ...own } = row;
  const latest = sheet.state(row, answered);
  const { assessmentId = '' } = latest;
  const request = requestOfKey(row.key);
  const isUnread = latest.state === 'Pending' && sheet.isInJournal(answered);
  return {
    ...own,
    key: afterKey(assessmentId),
    ...(request === undefined ? {} : { request }),
    earlier: [latest, ...sheet.earlier(answered)].slice(0, 2),
    ...(isChanged && answered.inputs !== request ? { isChanged: true } : {}),
    ...(isUnread ? { unread: { key: answered.key, assessmentId } } : {}),
    round: round.number,
  };
}

/**
 * True for a row that was assessed since the round began: in it, in a later one, or for the first
 * time.
 */
function isOfRound({ round = 0, afterRound = round }: RowState, { number }: CurrentRound): boolean {
  return afterRound >= number;
}

/**
 * A rejection counts for the round in which the service rejected the row, for earlier ones, and for
 * the inputs that were sent.
 */
export function statusInRound(
  row: PlannedRow,
  state: RowState | undefined,
  options: RowStatusOptions,
): RowStatus {
  const isOver =
    row.round !== undefined &&
    state?.state === 'Rejected' &&
    ((state.round ?? 0) < row.round || state.request !== row.request);
  return findRowStatus(row, isOver ? undefined : state, options);
}

/**
 * All the work on a row of a round. Where the journal was lost, what the sheet says of the assessment
 * before goes into it first: it is the beginning of the case's history. The result of an assessment
 * whose inputs were corrected before it was ready goes there too, and never into the row.
 */
export async function reassessRow(row: RowWork, ports: RowPorts): Promise<RowEnd> {
  const { journal, now } = ports;
  const [last] = row.earlier ?? [];
  const id = last?.assessmentId ?? '';
  if (last?.byPerson === true && journal.keyOfId(id) === undefined) {
    const { redirectUrl, scores } = last;
    const at = last.at === '' ? now() : last.at;
    // Scores that stand in the row are of its inputs; when they change later, they are not any more.
    const isOfInputs = scores !== undefined && row.inputs !== undefined && row.isChanged !== true;
    const made = isOfInputs ? hashOfRequest(row.inputs, journal.hashOf) : undefined;
    const found = { assessmentId: id, redirectUrl, scores, at };
    for (const fact of resultFacts(foundKey(id), found, { request: made, employee: row.employee }))
      journal.append(fact);
  }
  const [end] = await Promise.all([assessRow(row, ports), readEarlier(row, ports)]);
  return end;
}

async function readEarlier({ unread, subject }: RowWork, ports: RowPorts): Promise<void> {
  if (unread === undefined) return;
  const waited = await ports.result(unread.assessmentId);
  if (waited.outcome !== 'ready' || isOfAnother(waited.result, subject)) return;
  const scores = keptScores(waited.result);
  ports.journal.append({ fact: 'scored', row: unread.key, scores, at: ports.now() });
}
