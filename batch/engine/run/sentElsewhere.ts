import { SheetInUse } from '../errors.js';
import { groupBy } from '../plainData.js';
import { type RowState, mayHaveAssessment } from '../journal/rowState.js';
import type { Journal } from '../journal/journal.js';
import { findDisownedIds } from '../journal/journalState.js';
import type { Message } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { type PlannedRow, createBlockedPlan, findBlock } from '../rows/plannedRow.js';
import type { RowStatusOptions } from '../rows/rowStatus.js';
import type { SentElsewhere } from './runMessages.js';
import type { RunStorage } from './runOptions.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import { toBaseKey, findRequestHash } from '../intake/rowKey.js';

interface SentElsewhereOptions extends RowStatusOptions {
  readonly operation: Pick<SheetOperation, 'status' | 'command'>;
  readonly ignoresOtherServices: boolean;
}

export function blockSentElsewhere(
  rows: readonly PlannedRow[],
  sent: ReadonlyMap<number, SentElsewhere> | undefined,
  journal: { state(key: string): RowState | undefined },
  options: SentElsewhereOptions,
): readonly PlannedRow[] {
  if (sent === undefined) return rows;
  return rows.map((row) => {
    const found = sent.get(row.number);
    if (
      found === undefined ||
      (options.ignoresOtherServices && found.differentService !== undefined)
    )
      return row;
    if (options.operation.status(row, journal.state(row.key), options) !== 'Not sent') return row;
    const { command: operation } = options.operation;
    return { ...row, plan: createBlockedPlan({ code: 'rowSentElsewhere', operation, ...found }) };
  });
}

export function noteSentElsewhere(rows: readonly PlannedRow[], service: string): Message[] {
  const blocked = rows.flatMap((row) => {
    const why = findBlock(row);
    return why?.code === 'rowSentElsewhere' ? [{ number: row.number, ...why }] : [];
  });
  const bySheet = groupBy(
    blocked,
    ({ sheet, differentService = '' }) => `${sheet} ${differentService}`,
  );
  return [...bySheet.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { sheet, differentService } = first;
    const numbers = group.map(({ number }) => number);
    return [{ code: 'rowsSentElsewhere', rows: numbers, sheet, differentService, service }];
  });
}

export function createRowsInUseError(rows: readonly PlannedRow[], sheet: string): SheetInUse {
  return new SheetInUse({ code: 'rowsInUse', rows: rows.map(({ number }) => number), sheet });
}

/**
 * Replaces a row's key with that of an equal request from another sheet, unless this sheet's
 * journal contains an equal request that may have an assessment. Sets `isSentElsewhere` if the row
 * shows a request from another sheet without an Assessment ID, and `isNewElsewhere` if it has an
 * Assessment ID and inputs that another sheet has sent as a new row.
 */
export async function markSentElsewhere(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  findSent: NonNullable<RunStorage['findRequestsElsewhere']>,
): Promise<readonly IntakeRow[]> {
  const sentHere = listRequestsThatMayExist(states);
  const mustLookUp = ({ key, inputs, request, alternateKeys = [] }: IntakeRow) =>
    inputs !== undefined &&
    request === undefined &&
    ![key, ...alternateKeys].some((rowKey) => sentHere.has(toBaseKey(rowKey)));
  const toLookUp = rows
    .filter(mustLookUp)
    .flatMap(({ key, alternateKeys = [] }) => [key, ...alternateKeys]);
  const shown = rows
    .flatMap((row) => findShownRequest(row) ?? [])
    .filter((request) => !sentHere.has(request));
  if (toLookUp.length + shown.length === 0) return rows;
  const sent = await findSent([...toLookUp, ...shown]);
  return rows.map((unmarked) => {
    const isShown = sent.has(findShownRequest(unmarked) ?? '');
    const row = isShown ? { ...unmarked, isSentElsewhere: true as const } : unmarked;
    const { key, alternateKeys = [] } = row;
    if (!mustLookUp(row)) return row;
    if (sent.get(key)?.isFirst === true && showsOtherInputs(row)) {
      return { ...row, isNewElsewhere: true };
    }
    // Rows with different Manager IDs are different, although a row without a Manager ID is equal
    // to each of them, so an alternate key must be the sent request itself.
    const isSent = (request: string) => sent.get(request)?.sent === request;
    const other = sent.get(key)?.sent ?? alternateKeys.find(isSent) ?? key;
    return other === key ? row : { ...row, key: other, currentKey: key };
  });
}

/** Adds facts that the row references in the sheet may lack, such as scores and rounds. */
export async function learnFacts(
  rows: readonly IntakeRow[],
  journal: Pick<Journal, 'states' | 'rounds' | 'findKeyById' | 'learn'>,
  findFacts: NonNullable<RunStorage['findFactsElsewhere']>,
): Promise<void> {
  const disowned = findDisownedIds(journal.states);
  const ids = new Set(
    rows
      .map(({ previous }) => previous?.id ?? '')
      .filter((id) => id !== '' && journal.findKeyById(id) === undefined && !disowned.has(id)),
  );
  if (ids.size > 0) journal.learn(await findFacts([...ids], journal.rounds.length > 0));
}

/** Returns true for a row with an Assessment ID, but without a reference for its current inputs. */
function showsOtherInputs({ key, previous }: IntakeRow): boolean {
  return (previous?.id ?? '') !== '' && previous?.shown?.inputs !== findRequestHash(key);
}

/** Returns the request of a row with results, but without an Assessment ID. */
function findShownRequest({ key, previous }: IntakeRow): string | undefined {
  return previous?.id === '' ? (previous.shown?.inputs ?? findRequestHash(key)) : undefined;
}

function listRequestsThatMayExist(states: ReadonlyMap<string, RowState>): ReadonlySet<string> {
  const requests = new Set<string>();
  for (const [key, state] of states) {
    const { request = findRequestHash(key) } = state;
    if (request !== undefined && mayHaveAssessment(state)) requests.add(request);
  }
  return requests;
}
