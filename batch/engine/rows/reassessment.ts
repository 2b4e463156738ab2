import type { IntakeRow } from '../intake/intakeRow.js';
import { toFollowingKey, toFoundKey, hashRequest, findRequestHash } from '../intake/rowKey.js';
import { toKeptScores, unpackScores } from '../intake/keptScores.js';
import { type CurrentRound, isRoundNamed } from '../journal/rounds.js';
import { unpackUrl } from '../journal/reportUrl.js';
import type { RowState } from '../journal/rowState.js';
import { assessRow, findScoredAt, isOfOtherEmployee } from './assessRow.js';
import type { SentRequest } from '../identity/requests.js';
import type { Situation } from '../identity/situation.js';
import { PlacedRows } from './planRows.js';
import { type PlannedRow, findRound, getHistory } from './plannedRow.js';
import type { RowEnd, RowPorts } from './rowWork.js';
import { isInRanges, type Selection, findSkipReason } from './selection.js';
import type { RowStatus } from '../sheetCommand.js';
import { toResultFacts } from './rowResults.js';
import { type RowStatusOptions, findRowStatus } from './rowStatus.js';

/** Rows that do not concern the round are left out, such as new rows without a possible request. */
export function planRound(selection: Selection) {
  return (
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
    round: CurrentRound,
  ): readonly PlannedRow[] => {
    const sheet = new PlacedRows(rows, states);
    const plans = rows.map((row, index): RowPlans => {
      const planned = sheet.plan(row, index);
      return { planned, inRound: planInRound(sheet, row, index, { planned, round, selection }) };
    });
    const continues = findContinuing(sheet, plans);
    return plans.flatMap(({ planned, inRound }, index) => {
      if (inRound === undefined) return [];
      return [continues(inRound, index) ? inRound : planned];
    });
  };
}

interface RowPlans {
  /** Each row is planned only once, because planning reserves its key. */
  readonly planned: PlannedRow;
  /** Undefined for a row that does not concern the round. */
  readonly inRound: PlannedRow | undefined;
}

/** Returns a test: the row with the latest request continues a chain, or else the first row. */
function findContinuing(
  sheet: PlacedRows,
  plans: readonly RowPlans[],
): (row: PlannedRow, index: number) => boolean {
  const indexes = new Map<string, number>();
  for (const [index, { inRound: row }] of plans.entries()) {
    if (row?.plan?.kind !== 'next') continue;
    const situation = sheet.getSituation(index);
    const { assessmentId = '' } = ('request' in situation ? situation.request : undefined) ?? {};
    const hasLatest = toFollowingKey(assessmentId) === row.key;
    if (hasLatest || !indexes.has(row.key)) indexes.set(row.key, index);
  }
  return ({ plan, key }, index) => plan?.kind !== 'next' || indexes.get(key) === index;
}

interface RoundContext extends Pick<RowPlans, 'planned'> {
  readonly round: CurrentRound;
  readonly selection: Selection;
}

function planInRound(
  sheet: PlacedRows,
  row: IntakeRow,
  index: number,
  { planned, round, selection }: RoundContext,
): PlannedRow | undefined {
  const situation = sheet.getSituation(index);
  switch (situation.kind) {
    case 'new':
    case 'copied':
    case 'duplicate': {
      const doubt = sheet.findDoubt(row);
      if (doubt === undefined) return undefined;
      // The request may be this row's. A person who selects the row by its number confirms that.
      const isNamed = selection.rows !== undefined && isInRanges(row.number, selection.rows);
      return isNamed && doubt.outcome === 'answered'
        ? planReassessment(sheet, row, doubt, { round, isChanged: true })
        : planned;
    }
    case 'invalid':
      if (situation.request === undefined) return row.previous?.id ? planned : undefined;
      break;
    case 'unclear':
    case 'foreign':
    case 'disowned':
    case 'unproven': {
      const unknown = { at: '', isChanged: true };
      // An empty selection is read-only.
      const isSelected =
        selection.rows?.length === 0 ||
        findSkipReason(row, unknown, selection, round.nowMs) === undefined;
      return isSelected ? planned : undefined;
    }
    case 'known':
    case 'changed':
  }
  const { request } = situation;
  if (request === undefined) return planned;
  return planAssessed(sheet, row, { situation, request, planned, round, selection });
}

function planAssessed(
  sheet: PlacedRows,
  row: IntakeRow,
  {
    situation,
    request,
    planned,
    round,
    selection,
  }: RoundContext & { readonly situation: Situation; readonly request: SentRequest },
): PlannedRow {
  const first = request.outcome === 'refused' ? sheet.findPrevious(request) : request;
  // The first assessment of the row was refused.
  if (first === undefined) return planned;
  const answered = sheet.findNewest(first);
  if (answered.outcome === 'unanswered') return planned;
  const latest = sheet.getState(row, answered);
  const isChanged = situation.kind !== 'known' || answered.inputs !== request.inputs;
  const isPending = latest.state !== 'Scored' && request.outcome !== 'refused';
  if (isPending && !isChanged) return planned;
  const last = { at: latest.at, isChanged: answered.inputs === undefined ? undefined : isChanged };
  const isDone = isOfRound(latest, round) && !isChanged;
  const skipReason =
    findSkipReason(row, last, selection, round.nowMs) ?? (isDone ? ('done' as const) : undefined);
  if (skipReason !== undefined) return { ...planned, skipReason };
  if (!sheet.maySend(row, situation, 'round')) return planned;
  return planReassessment(sheet, row, answered, { round, isChanged });
}

function planReassessment(
  sheet: PlacedRows,
  row: IntakeRow,
  answered: SentRequest,
  { round, isChanged }: { readonly round: CurrentRound; readonly isChanged: boolean },
): PlannedRow {
  const { sameAs: _, ...own } = row;
  const latest = sheet.getState(row, answered);
  const { assessmentId = '' } = latest;
  const request = findRequestHash(row.key);
  const isUnread = latest.state === 'Pending' && sheet.isInJournal(answered);
  return {
    ...own,
    key: toFollowingKey(assessmentId),
    ...(request === undefined ? {} : { request }),
    plan: {
      kind: 'next',
      earlier: [latest, ...sheet.listEarlier(answered)].slice(0, 2),
      isChanged: isChanged && answered.inputs !== request,
      round: round.number,
      unread: isUnread ? { key: answered.key, assessmentId } : undefined,
    },
  };
}

/** Returns true for a row that was first assessed or reassessed after the round began. */
function isOfRound(
  { round = 0, afterRound = round, roundNames = [] }: RowState,
  current: CurrentRound,
): boolean {
  return afterRound >= current.number || roundNames.some((name) => isRoundNamed(current, name));
}

/** A rejection does not count if it is from an earlier round, or for other inputs. */
export function findStatusInRound(
  row: PlannedRow,
  state: RowState | undefined,
  options: RowStatusOptions,
): RowStatus {
  const round = findRound(row);
  const isOver =
    round !== undefined &&
    state?.state === 'Rejected' &&
    ((state.round ?? 0) < round || state.request !== row.request);
  return findRowStatus(row, isOver ? undefined : state, options);
}

/**
 * Call this before recording that the round begins: an assessment that is taken over from the sheet
 * marks the current round as possibly incomplete.
 */
export function recordEarlierAssessment(
  row: PlannedRow,
  { journal, now }: Pick<RowPorts, 'journal' | 'now'>,
): void {
  const { earlier, isChanged } = getHistory(row);
  const [last] = earlier;
  const id = last?.assessmentId ?? '';
  if (last?.byPerson !== true || journal.findKeyById(id) !== undefined) return;
  const redirectUrl = unpackUrl(last);
  const scores = last.scores && unpackScores(last.scores);
  const at = last.at === '' ? now() : last.at;
  // Scores in the row belong to its current inputs, unless these have changed.
  const isOfInputs = scores !== undefined && row.inputs !== undefined && !isChanged;
  const requestHash = isOfInputs ? hashRequest(row.inputs, journal.computeHash) : undefined;
  const found = { assessmentId: id, redirectUrl, scores, at };
  for (const fact of toResultFacts(toFoundKey(id), found, {
    request: requestHash,
    employee: row.employee,
  }))
    journal.append(fact);
}

/** Also records the result of the previous assessment if no run has read it yet. */
export async function reassessRow(row: PlannedRow, ports: RowPorts): Promise<RowEnd> {
  const [end] = await Promise.all([assessRow(row, ports), readEarlierResult(row, ports)]);
  return end;
}

async function readEarlierResult(row: PlannedRow, ports: RowPorts): Promise<void> {
  const { plan, subject } = row;
  if (plan?.kind !== 'next' || plan.unread === undefined) return;
  const { unread } = plan;
  const waitResult = await ports.result(unread.assessmentId);
  if (waitResult.outcome !== 'ready' || isOfOtherEmployee(waitResult.result, subject)) return;
  const scores = toKeptScores(waitResult.result);
  const at = await findScoredAt(row, unread.assessmentId, ports);
  ports.journal.append({ fact: 'scored', row: unread.key, scores, at });
}
