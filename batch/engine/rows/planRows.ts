import { groupBy } from '../plainData.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import { packScores } from '../intake/keptScores.js';
import { toFollowingKey, toFoundKey, findRequestHash } from '../intake/rowKey.js';
import { packUrl } from '../journal/reportUrl.js';
import type { RowState } from '../journal/rowState.js';
import type { Message } from '../message.js';
import { type PlacedSheet, placeSheet } from './placeSheet.js';
import type { SentRequest } from '../identity/requests.js';
import { maySend, type SendReason, type Situation } from '../identity/situation.js';
import {
  type PlannedRow,
  type RowPlan,
  createBlockedPlan,
  createImportedPlan,
} from './plannedRow.js';

type States = ReadonlyMap<string, RowState>;

export function planRows(rows: readonly IntakeRow[], states: States): PlannedRow[] {
  const sheet = new PlacedRows(rows, states);
  return rows.map((row, index) => sheet.plan(row, index));
}

export class PlacedRows {
  readonly #states: States;
  readonly #placed: PlacedSheet;
  /** The first row that a request holds back, by key. Further rows wait for that row. */
  readonly #firstHeldBack = new Map<string, number>();
  readonly #unprovenIds: ReadonlyMap<string, readonly IntakeRow[]>;

  constructor(rows: readonly IntakeRow[], states: States) {
    this.#states = states;
    this.#placed = placeSheet(rows, states);
    const unproven = rows.filter((_, index) => this.getSituation(index).kind === 'unproven');
    this.#unprovenIds = groupBy(unproven, ({ previous }) => previous?.id ?? '');
  }

  getSituation(index: number): Situation {
    return this.#placed.situations[index] ?? { kind: 'new' };
  }

  /** Returns the first request that holds back a row and that no decision covers. */
  findDoubt({ number, key }: IntakeRow): SentRequest | undefined {
    return this.#placed.doubts.get(number)?.find((request) => !this.#isNewRow(key, request));
  }

  isInJournal({ key }: SentRequest): boolean {
    return this.#states.has(key);
  }

  /** Returns the state in the journal or, if there is none, the state that the row's cells show. */
  getState(row: IntakeRow, request: SentRequest): RowState {
    return this.#states.get(request.key) ?? toShownState(row, request);
  }

  /** Returns up to two assessments that a request follows, the latest first. */
  listEarlier({ follows }: SentRequest): RowState[] {
    if (follows === undefined) return [];
    const before = [...this.#placed.requests.chain(this.#placed.requests.get(follows))];
    return before.slice(0, 2).flatMap(({ key }) => this.#states.get(key) ?? []);
  }

  findPrevious({ follows }: SentRequest): SentRequest | undefined {
    return follows === undefined ? undefined : this.#placed.requests.get(follows);
  }

  findNewest(request: SentRequest): SentRequest {
    return this.#placed.requests.findNewest(request);
  }

  findAnswered(request: SentRequest): SentRequest | undefined {
    return this.#placed.requests.findAnswered(request);
  }

  maySend(row: IntakeRow, situation: Situation, sending: SendReason): boolean {
    if (row.isNewElsewhere === true && situation.kind === 'changed') return false;
    return maySend(situation, sending, { isInDoubt: this.findDoubt(row) !== undefined });
  }

  /** A person confirmed a new assessment or a resend, and the other request was not sent later. */
  #isNewRow(key: string, other: SentRequest): boolean {
    const {
      state,
      byPerson = false,
      at = '',
    } = this.#states.get(findRequestHash(key) ?? key) ?? {};
    const { sentAt = '' } = this.#states.get(other.key) ?? {};
    return state === 'Ready' && byPerson && sentAt <= at;
  }

  plan(row: IntakeRow, index: number): PlannedRow {
    const situation = this.getSituation(index);
    switch (situation.kind) {
      case 'known':
        return this.#planKnown(row, situation);
      case 'invalid':
      case 'changed':
        return this.#planChanged(row, situation.request);
      case 'unclear':
      case 'foreign':
        return this.#planUnclear(row, situation);
      case 'duplicate':
        return this.#planDuplicate(row, situation);
      case 'disowned':
        return this.#planUnproven(row);
      case 'unproven':
        return this.#planUnproven(row, situation);
      case 'copied':
        return this.#planUnsent(row, this.#placed.reserveKey(row), { kind: 'copied' });
      case 'new':
        return this.#planUnsent(row, situation.refused?.key ?? this.#placed.reserveKey(row));
    }
  }

  #planUnclear(
    row: IntakeRow,
    situation: Situation & { readonly kind: 'unclear' | 'foreign' },
  ): PlannedRow {
    const { request } = situation;
    const { assessmentId } = this.findAnswered(request) ?? {};
    if (request.outcome === 'unanswered' || assessmentId === undefined) {
      return this.#planUnclearUnanswered(row, request);
    }
    if (situation.kind === 'foreign') {
      return planBlocked(row, { code: 'assessmentOfOtherEmployee', assessmentId });
    }
    const [other = 0] = situation.rows.filter((number) => number !== row.number);
    return planBlocked(row, { code: 'assessmentInOtherRow', assessmentId, row: other });
  }

  #planUnclearUnanswered(row: IntakeRow, request: SentRequest): PlannedRow {
    const first = this.#findFirstHeldBack(row, request);
    if (first !== undefined)
      return planBlocked(row, { code: 'rowBlockedByIdenticalRow', row: first });
    return this.#planEditedSinceSent(row, request);
  }

  #planKnown(row: IntakeRow, situation: Situation & { readonly kind: 'known' }): PlannedRow {
    const { request } = situation;
    const { key, outcome, assessmentId } = request;
    const state = this.#states.get(key);
    const typedId = outcome === 'unanswered' ? this.#findTypedId(row, request) : undefined;
    if (state === undefined) return this.#planOnlyInSheet(row, request, typedId);
    const isReadDifferently = findRequestHash(row.key) !== request.inputs;
    const own = isReadDifferently ? { ...row, currentKey: row.key } : row;
    const before = this.findPrevious(request);
    const history = {
      earlier: this.listEarlier(request),
      isChanged: before !== undefined && before.inputs !== request.inputs,
    };
    const importedId = (state.assessmentId === undefined ? assessmentId : undefined) ?? typedId;
    if (importedId !== undefined) {
      return addPlan(own, key, { ...createImportedPlan(importedId), ...history });
    }
    const isHeld = outcome === 'refused' && !this.maySend(row, situation, 'retryRejected');
    if (history.earlier.length === 0 && !history.isChanged && !isHeld) return addPlan(own, key);
    return addPlan(own, key, { kind: 'known', ...history, isEdited: false, isHeld });
  }

  #planOnlyInSheet(row: IntakeRow, request: SentRequest, typedId: string | undefined): PlannedRow {
    const { assessmentId, inputs = '', person = '' } = request;
    if (assessmentId !== undefined) {
      const key = toFoundKey(assessmentId);
      return addPlan(row, key, createImportedPlan(assessmentId, { inputs, person }));
    }
    if (typedId !== undefined) {
      return addPlan(row, this.#placed.reserveKey(row), createImportedPlan(typedId));
    }
    return this.#planUnansweredInSheet(row, request);
  }

  #planUnansweredInSheet(row: IntakeRow, request: SentRequest, isEdited = false): PlannedRow {
    const { inputs = '' } = request;
    const unanswered = { kind: 'unanswered', isEdited, isChanged: isEdited } as const;
    // The row may show another assessment than the assessment that the request follows.
    const assessmentId = this.findPrevious(request)?.assessmentId;
    if (assessmentId === undefined) {
      const key = this.#placed.reserveKey({ ...row, key: inputs });
      return addPlan(row, key, { ...unanswered, earlier: [] });
    }
    const known = this.listEarlier(request);
    const earlier =
      known.length > 0 ? known : [toShownState(row, { outcome: 'answered', assessmentId })];
    const key = toFollowingKey(assessmentId);
    return addPlan({ ...row, request: inputs }, key, { ...unanswered, earlier });
  }

  #findTypedId({ previous }: IntakeRow, request: SentRequest): string | undefined {
    const { id = '', shown } = previous ?? {};
    const { requests, isDisowned, isShownOnce, isReferenced } = this.#placed;
    // A person types the ID beside the request's reference. If another row has that reference, the
    // ID in this row does not count.
    const isBeside = shown === undefined ? !isReferenced(request) : shown.inputs === request.inputs;
    const { assessment = 'none', hasPreviousId = false } = shown ?? {};
    if (id === '' || !isBeside || assessment !== 'none' || hasPreviousId) return undefined;
    const isFree =
      requests.findByAssessment(id) === undefined && !isDisowned(id) && isShownOnce(id);
    return isFree ? id : undefined;
  }

  #planChanged(row: IntakeRow, request: SentRequest | undefined): PlannedRow {
    if (request === undefined) return this.#planUnreadable(row);
    if (request.outcome === 'unanswered') return this.#planEditedSinceSent(row, request);
    const state = this.getState(row, request);
    const changed = { earlier: [state], isChanged: true };
    const refused = this.#findRefusedNext(row, request);
    if (refused !== undefined) return planRefused(row, refused, changed);
    // The key is left empty, because the key of the row's inputs may belong to an earlier
    // assessment.
    const { inputs = '', person = '' } = request;
    const proven = this.#states.has(request.key) ? undefined : { inputs, person };
    if (row.problems !== undefined) {
      return addPlan(row, '', { kind: 'changed', ...changed, proven });
    }
    const code = row.isNewElsewhere === true ? 'inputsSentElsewhere' : 'inputsChanged';
    const why = { code, assessmentId: state.assessmentId ?? '' } as const;
    return addPlan(row, '', createBlockedPlan(why, { ...changed, proven }));
  }

  #planEditedSinceSent(row: IntakeRow, request: SentRequest): PlannedRow {
    if (!this.#states.has(request.key)) return this.#planUnansweredInSheet(row, request, true);
    const edited = { kind: 'known', isChanged: true, isEdited: true, isHeld: false } as const;
    return addPlan(row, request.key, { ...edited, earlier: this.listEarlier(request) });
  }

  #findRefusedNext({ key }: IntakeRow, request: SentRequest): SentRequest | undefined {
    return this.#placed.requests.findRefused(request, findRequestHash(key) ?? '');
  }

  #planUnreadable(row: IntakeRow): PlannedRow {
    const { id: assessmentId = '' } = row.previous ?? {};
    if (assessmentId === '') return row;
    const earlier = [toShownState(row, { outcome: 'answered', assessmentId })];
    return addPlan(row, '', { kind: 'changed', earlier, isChanged: true, proven: undefined });
  }

  #planDuplicate(
    row: IntakeRow,
    situation: Situation & { readonly kind: 'duplicate' },
  ): PlannedRow {
    const { of: sameAs, isUnreadable = false, showsNothing } = situation;
    if (isUnreadable) return planBlocked(row, { code: 'rowBlockedByIdenticalRow', row: sameAs });
    const key = this.#placed.reserveKey(row);
    const isHeld = !this.maySend(row, situation, 'duplicates');
    return addPlan({ ...row, sameAs }, key, { kind: 'repeat', isHeld, showsNothing });
  }

  #planUnproven(
    row: IntakeRow,
    { heldBy, openIn }: Omit<Situation & { readonly kind: 'unproven' }, 'kind'> = {},
  ): PlannedRow {
    const { id = '' } = row.previous ?? {};
    const key = this.#placed.reserveKey(row);
    // The row already has a message about the text in place of the ID.
    if (row.previous?.noId !== undefined) return addPlan(row, key);
    if (id === '') return planBlocked(row, { code: 'resultsWithoutId' });
    if (openIn !== undefined)
      return planBlocked(row, { code: 'rowBlockedByIdenticalRow', row: openIn });
    const others = this.#unprovenIds.get(id)?.filter(({ number }) => number !== row.number) ?? [];
    const other = heldBy ?? others[0]?.number;
    if (other !== undefined) {
      return planBlocked(row, { code: 'assessmentInOtherRow', assessmentId: id, row: other });
    }
    return addPlan(row, key, createBlockedPlan({ code: 'assessmentUnproven', assessmentId: id }));
  }

  #planUnsent(row: IntakeRow, newRowKey: string, plan?: RowPlan): PlannedRow {
    const own = row.sameAs === undefined ? row : removeSameAs(row);
    // The text in place of the ID blocks the row anyway, and the same run may resolve the doubt.
    if (row.previous?.noId !== undefined) return addPlan(own, newRowKey, plan);
    const doubt = this.findDoubt(row);
    if (doubt === undefined) return addPlan(own, newRowKey, plan);
    return this.#planDoubtful(own, doubt, newRowKey);
  }

  /** If the request holds back no other row yet, records this row and returns undefined. */
  #findFirstHeldBack({ number }: IntakeRow, { key }: SentRequest): number | undefined {
    const first = this.#firstHeldBack.get(key);
    if (first === undefined) this.#firstHeldBack.set(key, number);
    return first;
  }

  #planDoubtful(row: IntakeRow, request: SentRequest, newRowKey: string): PlannedRow {
    if (request.outcome === 'unanswered') return planBlocked(row, { code: 'employeeUnanswered' });
    const state = this.getState(row, request);
    const changed = { earlier: [state], isChanged: true };
    const refused = this.#findRefusedNext(row, request);
    if (refused !== undefined) return planRefused(row, refused, changed);
    const first = this.#findFirstHeldBack(row, request);
    if (first !== undefined) {
      return addPlan(
        row,
        '',
        createBlockedPlan({ code: 'rowBlockedByIdenticalRow', row: first }, { newRowKey }),
      );
    }
    const { assessmentId = '', sentAt: createdAt = state.at } = state;
    const why = { code: 'assessmentNeverShown', assessmentId, createdAt } as const;
    return addPlan(row, '', createBlockedPlan(why, { ...changed, newRowKey }));
  }
}

/** Returns the row itself if nothing changes, which saves memory: a sheet may have 300,000 rows. */
function addPlan(row: IntakeRow, key: string, plan?: RowPlan): PlannedRow {
  if (plan !== undefined) return { ...row, key, plan };
  return key === row.key ? row : { ...row, key };
}

function removeSameAs({ sameAs: _, ...row }: IntakeRow): IntakeRow {
  return row;
}

function planRefused(
  row: IntakeRow,
  { key }: SentRequest,
  history: Pick<RowPlan & { readonly kind: 'known' }, 'earlier' | 'isChanged'>,
): PlannedRow {
  return addPlan(row, key, { kind: 'known', ...history, isEdited: false, isHeld: false });
}

function planBlocked(row: IntakeRow, why: Message): PlannedRow {
  return addPlan(row, '', createBlockedPlan(why));
}

/** The results in the cells count only if the row shows the ID of the assessment. */
export function toShownState(
  { previous }: IntakeRow,
  { outcome, assessmentId = '' }: Pick<SentRequest, 'outcome' | 'assessmentId'>,
): RowState {
  if (outcome === 'unanswered') return { state: 'Unconfirmed', at: '' };
  const own = previous?.id === assessmentId ? previous : undefined;
  const { scored = false, assessedAt = '', redirectUrl, scores } = own ?? {};
  return {
    state: scored ? 'Scored' : 'Pending',
    at: assessedAt,
    assessmentId,
    redirectUrl: packUrl(redirectUrl, assessmentId),
    byPerson: true,
    ...(scores === undefined ? {} : { scores: packScores(scores) }),
  };
}
