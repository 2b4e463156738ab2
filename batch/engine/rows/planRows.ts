import { groupedBy } from '../plainData.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import { afterKey, foundKey, findRequestHash } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { type PlacedSheet, placeSheet } from './placeSheet.js';
import type { SentRequest } from '../identity/requests.js';
import { maySend, type Sending, type Situation } from '../identity/situation.js';
import type { PlannedRow } from './rowStatus.js';
import { showsNothing } from './shownStatus.js';

type States = ReadonlyMap<string, RowState>;

/**
 * Plans the rows of a sheet for their first assessments: decides what is known about each row, and
 * which rows may be sent.
 */
export function planRows(rows: readonly IntakeRow[], states: States): PlannedRow[] {
  const sheet = new PlacedRows(rows, states);
  return rows.map((row, index) => sheet.plan(row, index));
}

/** The rows of a sheet with the requests that they hold, for the status, the plan and the write-back. */
export class PlacedRows {
  readonly #states: States;
  readonly #placed: PlacedSheet;
  /** For each request that holds back several rows: the first of these rows, which a person resolves. */
  readonly #doubted = new Map<string, number>();
  /** The rows that show each Assessment ID without a proof. */
  readonly #unprovenIds: ReadonlyMap<string, readonly IntakeRow[]>;

  constructor(rows: readonly IntakeRow[], states: States) {
    this.#states = states;
    this.#placed = placeSheet(rows, states);
    const unproven = rows.filter((_, index) => this.situation(index).kind === 'unproven');
    this.#unprovenIds = groupedBy(unproven, ({ previous }) => previous?.id ?? '');
  }

  situation(index: number): Situation {
    return this.#placed.situations[index] ?? { kind: 'new' };
  }

  /** Returns the request that holds back a row, if any. */
  doubt({ number, key }: IntakeRow): SentRequest | undefined {
    const doubt = this.#placed.doubts.get(number);
    return doubt === undefined || this.#isOwnCase(key) ? undefined : this.newest(doubt);
  }

  /** Returns false for a request that only a reference proves. */
  isInJournal({ key }: SentRequest): boolean {
    return this.#states.has(key);
  }

  /** Returns the journal's state of a request, or what only the sheet shows about it. */
  state(row: IntakeRow, request: SentRequest): RowState {
    return this.#states.get(request.key) ?? shownState(row, request);
  }

  /** Returns up to two assessments that a row's request follows, the latest first. */
  earlier({ follows }: SentRequest): RowState[] {
    const before = [...this.#placed.requests.chain(this.#placed.requests.get(follows ?? ''))];
    return before.slice(0, 2).flatMap(({ key }) => this.#states.get(key) ?? []);
  }

  /** Returns the request that this one follows. */
  before({ follows }: SentRequest): SentRequest | undefined {
    return follows === undefined ? undefined : this.#placed.requests.get(follows);
  }

  /** Returns the last request in its chain that may have created an assessment. */
  newest(request: SentRequest): SentRequest {
    return this.#placed.requests.newest(request);
  }

  /** Returns the latest assessment in the chain of a request. */
  answered(request: SentRequest): SentRequest | undefined {
    return this.#placed.requests.answered(request);
  }

  /** Returns true if the table allows to send the row in this way. */
  maySend(row: IntakeRow, situation: Situation, sending: Sending): boolean {
    const isInDoubt = this.doubt(row) !== undefined;
    return maySend(situation, sending, { isInDoubt, showsNothing: showsNothing(row.previous) });
  }

  /** Returns true if a person has confirmed that the row is a new assessment, or is to be sent again. */
  #isOwnCase(key: string): boolean {
    const { state, byPerson = false } = this.#states.get(findRequestHash(key) ?? key) ?? {};
    return state === 'Ready' && byPerson;
  }

  plan(row: IntakeRow, index: number): PlannedRow {
    const situation = this.situation(index);
    switch (situation.kind) {
      case 'known':
        return this.#known(row, situation);
      case 'invalid':
      case 'changed':
        return this.#changed(row, situation.request);
      case 'unclear': {
        const { rows, request } = situation;
        const others = rows.filter((number) => number !== row.number);
        const assessmentId = request.assessmentId ?? '';
        return blocked(row, { code: 'assessmentInOtherRow', assessmentId, row: others[0] ?? 0 });
      }
      case 'foreign': {
        const { assessmentId = '' } = situation.request;
        return blocked(row, { code: 'assessmentOfOtherEmployee', assessmentId });
      }
      case 'duplicate':
        return this.#duplicate(row, situation);
      case 'disowned':
        return this.#unproven(row);
      case 'unproven':
        return this.#unproven(row, situation.heldBy);
      case 'copied':
        return { ...this.#unsent(row), isCopied: true };
      case 'new':
        return this.#unsent(row);
    }
  }

  #known(row: IntakeRow, situation: Situation & { readonly kind: 'known' }): PlannedRow {
    const { request } = situation;
    const { key, outcome, assessmentId } = request;
    const typed = outcome === 'unanswered' ? this.#typedId(row) : undefined;
    if (!this.#states.has(key)) return this.#onlyInSheet(row, request, typed);
    const readsOtherwise = findRequestHash(row.key) !== request.inputs;
    const earlier = this.earlier(request);
    const before = this.before(request);
    return withPlan(row, key, {
      ...(readsOtherwise ? { currentKey: row.key } : {}),
      ...(earlier.length > 0 ? { earlier } : {}),
      // The scores of the previous assessment do not belong to these inputs.
      ...(before !== undefined && before.inputs !== request.inputs ? { isChanged: true } : {}),
      ...(outcome === 'refused' && !this.maySend(row, situation, 'retryRejected')
        ? { isHeld: true }
        : {}),
      ...(typed === undefined ? {} : { importedId: typed }),
      ...(this.#states.get(key)?.assessmentId === undefined && assessmentId !== undefined
        ? { importedId: assessmentId }
        : {}),
    });
  }

  /** Plans a row whose request only a reference proves. */
  #onlyInSheet(row: IntakeRow, request: SentRequest, typed: string | undefined): PlannedRow {
    const { assessmentId, inputs = '', person = '' } = request;
    if (assessmentId !== undefined) {
      const key = foundKey(assessmentId);
      return { ...row, key, importedId: assessmentId, proven: { inputs, person } };
    }
    if (typed !== undefined) {
      return { ...row, key: this.#placed.nextKey(row), importedId: typed };
    }
    return { ...row, ...this.#sentBySheetOnly(row, request) };
  }

  /** Returns the key of an unanswered request that only a reference proves, and the assessment before it. */
  #sentBySheetOnly(
    row: IntakeRow,
    request: SentRequest,
  ): Pick<PlannedRow, 'key' | 'request' | 'earlier' | 'isSentBySheetOnly'> {
    const { id = '', shown } = row.previous ?? {};
    const { inputs = '' } = request;
    if (shown?.isIdBefore !== true) {
      return { key: this.#placed.nextKey({ ...row, key: inputs }), isSentBySheetOnly: true };
    }
    const known = this.earlier(request);
    const earlier =
      known.length > 0 ? known : [shownState(row, { outcome: 'answered', assessmentId: id })];
    return { key: afterKey(id), request: inputs, earlier, isSentBySheetOnly: true };
  }

  /** Returns the ID that a person has typed for a request without an answer. */
  #typedId({ previous }: IntakeRow): string | undefined {
    const { id = '' } = previous ?? {};
    const { assessment = 'none', isIdBefore = false } = previous?.shown ?? {};
    if (id === '' || assessment !== 'none' || isIdBefore) return undefined;
    const { requests, isDisowned, isShownOnce } = this.#placed;
    const isFree = requests.ofAssessment(id) === undefined && !isDisowned(id) && isShownOnce(id);
    return isFree ? id : undefined;
  }

  /** Plans a row that shows a request with other inputs, or whose inputs cannot be read. */
  #changed(row: IntakeRow, request: SentRequest | undefined): PlannedRow {
    if (request === undefined) return this.#unreadable(row);
    const state = this.state(row, request);
    if (request.outcome === 'unanswered') {
      const own = this.#states.has(request.key)
        ? { key: request.key, ...withEarlier(this.earlier(request)) }
        : this.#sentBySheetOnly(row, request);
      return { ...row, ...own, isChanged: true, isEditedSinceSent: true };
    }
    const refused = this.#refusedWith(row);
    if (refused !== undefined) {
      return { ...row, key: refused.key, earlier: [state], isChanged: true };
    }
    // The key of the row's inputs might belong to an assessment before the latest one.
    const { inputs = '', person = '' } = request;
    const proven = this.#states.has(request.key) ? {} : { proven: { inputs, person } };
    const changed: PlannedRow = { ...row, key: '', earlier: [state], isChanged: true, ...proven };
    if (row.problems !== undefined) return changed;
    return {
      ...changed,
      blocked: { code: 'inputsChanged', assessmentId: state.assessmentId ?? '' },
    };
  }

  /** Returns the request of the row's inputs that the service has refused in a round. */
  #refusedWith({ key }: IntakeRow): SentRequest | undefined {
    const inputs = findRequestHash(key) ?? '';
    const { requests } = this.#placed;
    return requests.findLatest(inputs).find(({ outcome }) => outcome === 'refused');
  }

  /** Plans a row whose inputs cannot be read: it keeps what only the sheet shows about it. */
  #unreadable(row: IntakeRow): PlannedRow {
    const { id: assessmentId = '' } = row.previous ?? {};
    if (assessmentId === '') return row;
    const earlier = [shownState(row, { outcome: 'answered', assessmentId })];
    return { ...row, key: '', earlier, isChanged: true };
  }

  #duplicate(row: IntakeRow, situation: Situation & { readonly kind: 'duplicate' }): PlannedRow {
    const key = this.#placed.nextKey(row);
    const isHeld = !this.maySend(row, situation, 'duplicates');
    return { ...row, key, sameAs: situation.of, ...(isHeld ? { isHeld } : {}) };
  }

  #unproven(row: IntakeRow, heldBy?: number): PlannedRow {
    const { id = '' } = row.previous ?? {};
    const own = { ...row, key: this.#placed.nextKey(row) };
    // The row already has a message about the text in place of the ID.
    if (row.previous?.noId !== undefined) return own;
    if (id === '') return blocked(row, { code: 'resultsWithoutId' });
    const others = this.#unprovenIds.get(id)?.filter(({ number }) => number !== row.number) ?? [];
    const other = heldBy ?? others[0]?.number;
    if (other !== undefined) {
      return blocked(row, { code: 'assessmentInOtherRow', assessmentId: id, row: other });
    }
    return { ...own, blocked: { code: 'assessmentUnproven', assessmentId: id } };
  }

  /** Plans a row that was never sent, unless its person has a request that no row holds. */
  #unsent(row: IntakeRow): PlannedRow {
    const own = row.sameAs === undefined ? row : withoutOriginal(row);
    const newCaseKey = this.#placed.nextKey(row);
    const doubt = this.doubt(row);
    if (doubt === undefined) return withPlan(own, newCaseKey);
    return this.#doubtful(own, doubt, newCaseKey);
  }

  #doubtful(row: IntakeRow, request: SentRequest, newCaseKey: string): PlannedRow {
    if (request.outcome === 'unanswered') return blocked(row, { code: 'employeeUnanswered' });
    const first = this.#doubted.get(request.key);
    if (first !== undefined) {
      return { ...row, key: '', newCaseKey, blocked: { code: 'rowBlockedLike', row: first } };
    }
    this.#doubted.set(request.key, row.number);
    const state = this.state(row, request);
    const { assessmentId = '', sentAt: createdAt = state.at } = state;
    const why = { code: 'assessmentNeverShown', assessmentId, createdAt } as const;
    return { ...row, key: '', earlier: [state], isChanged: true, newCaseKey, blocked: why };
  }
}

/** Returns the row itself if nothing changes, which saves memory: a sheet may have 300,000 rows. */
function withPlan(row: IntakeRow, key: string, plan: Partial<PlannedRow> = {}): PlannedRow {
  return key === row.key && Object.keys(plan).length === 0 ? row : { ...row, key, ...plan };
}

function withoutOriginal({ sameAs: _, ...row }: IntakeRow): IntakeRow {
  return row;
}

function withEarlier(earlier: readonly RowState[]): Pick<PlannedRow, 'earlier'> {
  return earlier.length === 0 ? {} : { earlier };
}

function blocked(row: IntakeRow, why: NonNullable<PlannedRow['blocked']>): PlannedRow {
  return { ...row, key: '', blocked: why };
}

/**
 * Returns the state of an assessment according to the row's cells, which are valid only if the row
 * shows its ID.
 */
export function shownState(
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
    redirectUrl,
    byPerson: true,
    ...(scores === undefined ? {} : { scores }),
  };
}
