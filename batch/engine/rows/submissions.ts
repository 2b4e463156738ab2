import type { IntakeRow } from '../intake/intakeRow.js';
import { toBaseKey, Occurrences } from '../intake/rowKey.js';
import type { RowFact } from '../journal/facts.js';
import { isUnconfirmed } from '../journal/settle.js';
import { applyFact, type RowState } from '../journal/rowState.js';
import type { RowStatus, SuccessStatus, SheetCommand } from '../sheetCommand.js';
import {
  type PlannedRow,
  type RowPlan,
  createBlockedPlan,
  findBlock,
  findImportedId,
  isForgotten,
  createImportedPlan,
  noHistory,
} from './plannedRow.js';
import type { Fields } from '../../../src/field.js';
import { groupBy } from '../plainData.js';
import type { Contradiction } from './rowMessages.js';
import type { Message } from '../message.js';
import { hasStatus } from './shownStatus.js';
import {
  countSettledByEmployee,
  decrementCount,
  listUnconfirmedAndMissing,
} from './requestsWithoutRow.js';

/**
 * If its inputs change, a row of a repeatable operation is sent again; any other row stays done.
 */
export function createSubmissionStatus({ successStatus, repeatable }: SubmissionKind) {
  return (row: PlannedRow, state: RowState | undefined): RowStatus => {
    if (isForgotten(row)) return 'Forgotten';
    const importedId = findImportedId(row);
    const isCurrent = !repeatable || isSameRequest(row, state);
    if (state?.state === 'Done' && isCurrent) return successStatus;
    if (isUnconfirmed(state) && isCurrent) {
      return importedId === undefined ? 'Unconfirmed' : successStatus;
    }
    if (row.plan?.kind === 'unanswered' && !repeatable) return 'Unconfirmed';
    if (findBlock(row) !== undefined) return 'Invalid';
    const isWrong = row.problems !== undefined || row.plan?.kind === 'faulty';
    if (isWrong && importedId === undefined) return 'Invalid';
    if (row.sameAs !== undefined) return 'Duplicate';
    if (state?.state === 'Rejected' && isSameRequest(row, state)) return 'Rejected';
    return importedId !== undefined && state === undefined ? successStatus : 'Not sent';
  };
}

export function isSameRequest({ request }: PlannedRow, state: RowState | undefined): boolean {
  return state?.request === undefined || request === undefined || state.request === request;
}

export function planSubmissions(kind: SubmissionKind) {
  const findContradictions = createContradictionFinder(kind);
  return (
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
  ): readonly PlannedRow[] => {
    const all = renumberKeys(rows);
    const keyed = all.filter(({ isWithoutTrigger }) => isWithoutTrigger === undefined);
    const own = keyed.filter(({ otherAssessment }) => otherAssessment === undefined);
    const found = findContradictions(own);
    const previous = new PreviousSubmissions(kind, own, states, all);
    return keyed.map((row): PlannedRow => {
      const { otherAssessment: assessmentId } = row;
      if (assessmentId !== undefined) {
        const why = { code: 'decisionOnOtherAssessment', assessmentId } as const;
        return { ...row, key: '', plan: createBlockedPlan(why) };
      }
      const contradiction = found.get(row.number);
      const plan: RowPlan | undefined =
        contradiction === undefined
          ? previous.judge(row)
          : { kind: 'faulty', faults: [contradiction] };
      return plan === undefined ? row : { ...row, plan };
    });
  };
}

/** Renumbers the keys without counting the rows that show the Assessment ID of another row. */
function renumberKeys(rows: readonly IntakeRow[]): readonly IntakeRow[] {
  if (rows.every(({ otherAssessment }) => otherAssessment === undefined)) return rows;
  const keys = new Occurrences();
  return rows.map(({ sameAs: _, ...row }) => {
    const isCounted = row.otherAssessment === undefined && row.inputs !== undefined;
    return isCounted ? { ...row, ...keys.next(toBaseKey(row.key), row.number) } : row;
  });
}

/**
 * A reference proves its request even in another row. Among several references to a request, a
 * reference with a result takes precedence, then the reference in the row of the request.
 */
export function listProvenFacts(
  { repeatable }: Pick<SubmissionKind, 'repeatable'>,
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  now = '',
): ReadonlyMap<string, RowFact> {
  const facts = new Map<string, RowFact>();
  const shown = rows.filter(
    ({ previous }) => previous?.shown !== undefined && !states.has(previous.shown.person),
  );
  const inPlace = shown.filter((row) => row.previous?.shown?.person === toBaseKey(row.key));
  for (const wanted of ['own', 'none'] as const) {
    if (wanted === 'none' && repeatable) continue;
    for (const { previous } of [...inPlace, ...shown]) {
      const { shown: reference, id = '', doneAt } = previous ?? {};
      if (reference?.assessment !== wanted || facts.has(reference.person)) continue;
      const { person: row, inputs: request } = reference;
      const at = doneAt ?? now;
      const idField = id === '' ? {} : { id };
      const by = doneAt === undefined ? 'sheet' : 'reference';
      facts.set(
        row,
        wanted === 'own'
          ? { fact: 'done', row, request, ...idField, by, at }
          : { fact: 'unconfirmed', row, request, reason: { code: 'onlyInSheet' }, at },
      );
    }
  }
  return facts;
}

/** If the journal has a state for the row, a person has marked the row as done. */
export function toImportedFact(row: PlannedRow, state: RowState | undefined, at: string): RowFact {
  const { key, request } = row;
  const importedId = findImportedId(row) ?? '';
  return {
    fact: 'done',
    row: key,
    ...(request === undefined ? {} : { request }),
    ...(importedId === '' ? {} : { id: importedId }),
    by: state === undefined ? 'sheet' : 'person',
    at,
  };
}

export interface SubmissionKind {
  readonly command: SheetCommand;
  readonly successStatus: SuccessStatus;
  readonly repeatable: boolean;
  /** Rows with the same value of this input contradict each other if their other inputs differ. */
  readonly identity: string;
  /** An input whose value rows with different identities must not share. */
  readonly unique?: string;
  readonly fields: Fields;
  /** Our columns. A person may have to clear the status or the ID in them. */
  readonly columns: readonly { readonly name: string; readonly heading: string }[];
}

export function createContradictionFinder({ identity, unique, fields }: SubmissionKind) {
  const createContradiction = (
    code: Contradiction['code'],
    field: string,
    rows: readonly number[],
  ) => {
    return { code, field, label: fields[field]?.label ?? field, rows };
  };
  return (rows: readonly IntakeRow[]): ReadonlyMap<number, Contradiction> => {
    const found = new Map<number, Contradiction>();
    if (unique !== undefined) {
      for (const sharing of findDifferingGroups(rows, createValueReader(unique), ({ key }) =>
        toBaseKey(key),
      )) {
        const contradiction = createContradiction('sharedByPeople', unique, sharing);
        for (const row of sharing) found.set(row, contradiction);
      }
    }
    for (const differing of findDifferingGroups(rows, ({ key }) => toBaseKey(key), formatRequest)) {
      const contradiction = createContradiction('rowsOfIdentityDiffer', identity, differing);
      for (const row of differing) found.set(row, contradiction);
    }
    return found;
  };
}

/** Returns the row numbers of groups whose rows share one value but differ in another value. */
function findDifferingGroups(
  rows: readonly IntakeRow[],
  readShared: (row: IntakeRow) => string,
  readAgreed: (row: IntakeRow) => string | undefined,
): number[][] {
  const readable = rows.filter(({ inputs }) => inputs !== undefined);
  return [...groupBy(readable, readShared).values()].flatMap((group) =>
    group.length > 1 && new Set(group.map(readAgreed)).size > 1
      ? [group.map(({ number }) => number)]
      : [],
  );
}

function formatRequest({ inputs }: IntakeRow): string {
  return JSON.stringify(inputs);
}

function createValueReader(field: string) {
  return ({ inputs }: IntakeRow): string => String(inputs?.[field] ?? '');
}

/**
 * A result that neither the journal nor a reference proves may belong to another row, so its row is
 * neither sent nor treated as done.
 */
class PreviousSubmissions {
  readonly #kind: SubmissionKind;
  /** The states in the journal, and the states that only references prove. */
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #journal: ReadonlyMap<string, RowState>;
  readonly #rowById: ReadonlyMap<string, number>;
  readonly #keyById: ReadonlyMap<string, string>;
  readonly #keysInSheet: ReadonlySet<string>;
  /** Unconfirmed requests by person, if no row has their key. */
  readonly #missing: ReadonlyMap<string | undefined, RowState>;
  /** Finished requests by person, if neither a row nor a sheet is known to show them. */
  readonly #unshown: ReadonlyMap<string | undefined, RowState>;
  /** See {@link countSettledByEmployee}. */
  readonly #settled: Map<string, number>;
  /** The keys of decisions that references show as held, in any row. */
  readonly #held: ReadonlySet<string>;

  constructor(
    kind: SubmissionKind,
    rows: readonly IntakeRow[],
    journal: ReadonlyMap<string, RowState>,
    /** The references in these rows count as proofs. */
    all: readonly IntakeRow[],
  ) {
    const states = new Map(journal);
    for (const [key, fact] of listProvenFacts(kind, all, journal)) {
      states.set(key, applyFact(undefined, fact));
    }
    this.#kind = kind;
    this.#states = states;
    this.#journal = journal;
    this.#keyById = new Map(
      [...states].flatMap(([key, { id }]) => (id === undefined ? [] : [[id, key]])),
    );
    const owners = rows.filter(({ key, previous }) => states.get(key)?.id === previous?.id);
    this.#rowById = new Map(
      [...rows.toReversed(), ...owners].flatMap(({ previous, number }) =>
        previous?.id ? [[previous.id, number]] : [],
      ),
    );
    this.#missing = new Map(
      listUnconfirmedAndMissing(rows, states).map((state) => [state.employee, state]),
    );
    const inSheet = new Set(rows.flatMap(({ key, earlierKeys = [] }) => [key, ...earlierKeys]));
    this.#keysInSheet = inSheet;
    this.#unshown = new Map(
      [...states]
        .filter(([key, { state, isShown }]) => state === 'Done' && !isShown && !inSheet.has(key))
        // After a power cut, the journal may lack the record that this sheet shows the ID.
        .filter(([, { id = '' }]) => !this.#rowById.has(id))
        .map(([, state]) => [state.employee, state]),
    );
    this.#settled = countSettledByEmployee(rows, states);
    this.#held = new Set(
      all.flatMap(({ previous }) => {
        const { person, assessment } = previous?.shown ?? {};
        const isHeld = assessment === 'none' && !hasStatus(previous, 'Unconfirmed');
        return person !== undefined && isHeld ? [person] : [];
      }),
    );
  }

  judge(row: IntakeRow): RowPlan | undefined {
    const { successStatus, repeatable } = this.#kind;
    const state = this.#states.get(row.key);
    const isProven = state !== undefined && !this.#journal.has(row.key);
    if (state !== undefined && !isUnconfirmed(state)) {
      const isSentAgain = repeatable && !isSameRequest(row, state);
      return isProven && !isSentAgain ? createImportedPlan(state.id ?? '') : undefined;
    }
    const { previous } = row;
    const { status = '', id = '' } = previous ?? {};
    const isMoved = id === '' ? this.#showsOtherRow(row) : this.#belongsToMovedRow(row, id);
    if (id !== '' && !isMoved) return this.#judgeRowWithId(row, id, state);
    if (state !== undefined) return isProven ? unanswered : undefined;
    if (row.inputs === undefined) return undefined;
    const { employee: person } = row;
    const missing = person === undefined ? undefined : this.#missing.get(person);
    if (missing !== undefined)
      return createBlockedPlan(createUnconfirmedMessage(this.#kind, missing));
    const unshown = person === undefined ? undefined : this.#unshown.get(person);
    if (unshown !== undefined) {
      return createBlockedPlan(createNeverShownMessage(this.#kind, unshown), {
        newRowKey: row.key,
      });
    }
    if (repeatable && this.#isHeld(row))
      return createBlockedPlan(createDecidedEarlierMessage(this.#kind));
    // An Invalid row with a time shows an earlier result, for other inputs or another assessment.
    const isOfOther = hasStatus(previous, 'Invalid') && previous?.doneAt !== undefined;
    if (!isMoved && (status === successStatus || isOfOther))
      return createBlockedPlan(createUnknownMessage(this.#kind));
    // The row was sent to another service, or its ID was cleared.
    const wasSent = previous?.shown?.person === toBaseKey(row.key);
    if (repeatable || !(wasSent || hasStatus(previous, 'Unconfirmed'))) return undefined;
    const isSettled = person !== undefined && decrementCount(this.#settled, person);
    return isSettled ? undefined : unanswered;
  }

  /** Returns true if a person has moved rows without moving our columns. */
  #belongsToMovedRow({ key, number }: IntakeRow, id: string): boolean {
    const owner = this.#keyById.get(id);
    const isInSheet = owner !== undefined && this.#keysInSheet.has(owner);
    return isInSheet && owner !== key && this.#rowById.get(id) === number;
  }

  #showsOtherRow(row: IntakeRow): boolean {
    const shown = row.previous?.shown?.person;
    return shown !== undefined && !showsOwnDecision(row) && this.#keysInSheet.has(shown);
  }

  /**
   * A decision on an earlier assessment waits until a person clears the status beside its
   * reference. Its cells may have been moved away, so the journal decides.
   */
  #isHeld(row: IntakeRow): boolean {
    const { key, earlierKeys = [], previous } = row;
    const isDecided = hasStatus(previous, 'Invalid') || hasStatus(previous, 'Decided');
    if (showsOwnDecision(row) && !isDecided) return false;
    const wasDecided = earlierKeys.some((earlier) => this.#states.get(earlier)?.state === 'Done');
    return wasDecided || this.#held.has(toBaseKey(key));
  }

  #judgeRowWithId(row: IntakeRow, id: string, state: RowState | undefined): RowPlan {
    const key = this.#keyById.get(id);
    const first = this.#rowById.get(id) ?? row.number;
    const headings = listHeadingsToClear(this.#kind);
    if (first !== row.number) {
      return createBlockedPlan({ code: 'idInOtherRow', id, row: first, headings });
    }
    // The row keeps its result although its inputs cannot be read now.
    if (row.inputs === undefined) return createImportedPlan(id);
    // A person has typed the ID for the unconfirmed row.
    if (key === undefined && state !== undefined) return createImportedPlan(id);
    if (key === undefined) return createBlockedPlan(createUnknownMessage(this.#kind));
    return createBlockedPlan({
      code: 'idOfOtherIdentity',
      id,
      label: getIdentityLabel(this.#kind),
      headings,
    });
  }
}

/** Returns true if the row's reference is for a decision about this row. */
export function showsOwnDecision({ key, earlierKeys = [], previous }: IntakeRow): boolean {
  const shown = previous?.shown?.person;
  return shown !== undefined && [toBaseKey(key), ...earlierKeys].includes(shown);
}

/** Any results beside the row are those of another row. */
export function isHeldWithoutReference(row: PlannedRow): boolean {
  return findBlock(row)?.code === 'decidedOnEarlierAssessment' && !showsOwnDecision(row);
}

const unanswered: RowPlan = { kind: 'unanswered', ...noHistory, isEdited: false };

function createNeverShownMessage(kind: SubmissionKind, { at, sentAt = at, id }: RowState): Message {
  const { command: operation, fields, unique = '' } = kind;
  const person = fields[unique]?.label ?? unique;
  const label = getIdentityLabel(kind);
  return { code: 'doneNeverShown', operation, sentAt, id, person, label };
}

function createDecidedEarlierMessage(kind: SubmissionKind): Message {
  return { code: 'decidedOnEarlierAssessment', headings: listHeadingsToClear(kind) };
}

function createUnknownMessage(kind: SubmissionKind): Message {
  const { command: operation, successStatus: status, repeatable: isRepeatable } = kind;
  const [label, headings] = [getIdentityLabel(kind), listHeadingsToClear(kind)];
  return { code: 'doneUnknown', operation, isRepeatable, status, label, headings };
}

function listHeadingsToClear({ columns }: SubmissionKind): string[] {
  const cells = columns.filter(({ name }) => name === 'status' || name === 'id');
  return cells.map(({ heading }) => heading);
}

function getIdentityLabel({ fields, identity }: SubmissionKind): string {
  return fields[identity]?.label ?? identity;
}

function createUnconfirmedMessage({ command }: SubmissionKind, { sentAt, at }: RowState): Message {
  return { code: 'personUnconfirmed', operation: command, sentAt: sentAt ?? at };
}
