import type { IntakeRow } from '../intake/intakeRow.js';
import { foundKey, hashOfRequest } from '../intake/rowKey.js';
import { keptScores } from '../intake/keptScores.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import { assessRow } from './assessRow.js';
import { matchRows } from './matchRows.js';
import type { CaseMatch } from './rowMatch.js';
import { requestOf } from './assessmentHistory.js';
import type { Case } from './case.js';
import type { RowEnd, RowPorts, RowWork } from './rowWork.js';
import { type LastAssessed, type Selection, unselected } from './selection.js';
import {
  hasUnconfirmedNext,
  isRefused,
  latestRow,
  unfinishedRow,
  planUnresolved,
  planRows,
  requestAsRead,
  restingRow,
} from './planRows.js';
import { saysThatItWasSent } from './shownStatus.js';
import { type PlannedRow, type RowStatusOptions, rowStatusOf } from './rowStatus.js';
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
    const matches = matchRows(rows, states);
    // Needed only for rows that show that they were sent, and no case.
    let outside: readonly PlannedRow[] | undefined;
    return rows.flatMap((row, index): PlannedRow[] => {
      const match = matches[index];
      if (match?.kind === 'case') return [planCase(row, match, round, selection)];
      if (match?.kind === 'unconfirmed') return [planUnresolved(row, match, states)];
      if (match?.kind === 'unclear') {
        const unknown = { at: '', isChanged: true };
        // Whoever selects no row at all only looks.
        const isMeant =
          selection.rows?.length === 0 ||
          unselected(row, unknown, selection, round.nowMs) === undefined;
        return isMeant ? [planUnresolved(row, match, states)] : [];
      }
      const key = match?.key ?? row.key;
      const own = states.get(key);
      if (own === undefined && saysThatItWasSent(row.previous)) {
        outside ??= planRows(rows, states);
        const planned = outside[index];
        return planned?.isSentBySheetOnly === true ? [planned] : [];
      }
      if (own === undefined || !isUnconfirmed(own)) return [];
      return [key === row.key ? row : { ...row, key }];
    });
  };
}

function planCase(
  row: IntakeRow,
  { of, ownKey }: CaseMatch,
  round: CurrentRound,
  selection: Selection,
): PlannedRow {
  const { latest, before, nextKey, isKnown, isChanged } = of;
  const { sameAs: _, ...own } = row;
  if (hasUnconfirmedNext(row, of)) return unfinishedRow(own, of);
  // The result for the current inputs of the row is still pending, and nothing was refused after it.
  const isPending = latest.state.state !== 'Scored' && !isRefused(row, of);
  if (isPending && !isChanged) return latestRow(own, of);
  // With other inputs than those that were assessed in it, the row is not done in the round.
  const isDone = isOfRound(latest.state, round) && !isChanged;
  const why =
    unselected(own, lastAssessed(of), selection, round.nowMs) ?? (isDone ? 'done' : undefined);
  if (why !== undefined) {
    return { ...restingRow(own, of, ownKey), unselected: why };
  }
  const request = requestAsRead(row);
  const { assessmentId } = latest.state;
  const isUnread = isKnown && latest.state.state === 'Pending' && assessmentId !== undefined;
  return {
    ...own,
    key: nextKey,
    ...(request === undefined ? {} : { request }),
    earlier: before === undefined ? [latest.state] : [latest.state, before],
    ...(isChanged ? { isChanged } : {}),
    ...(isUnread ? { unread: { key: latest.key, assessmentId } } : {}),
    round: round.number,
  };
}

function lastAssessed({ latest, isChanged }: Case): LastAssessed {
  return {
    at: latest.state.at,
    isChanged: requestOf(latest) === undefined ? undefined : isChanged,
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
  return rowStatusOf(row, isOver ? undefined : state, options);
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
    for (const fact of resultFacts(foundKey(id), found, made)) journal.append(fact);
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
