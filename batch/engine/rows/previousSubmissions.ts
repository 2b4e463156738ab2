import type { IntakeRow } from '../intake/intakeRow.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { Message } from '../message.js';
import type { PlannedRow } from './rowStatus.js';
import { hasStatus } from './shownStatus.js';
import type { SubmissionKind } from './submissionKind.js';
import { settledEmployees, takeOneOfEmployee, unconfirmedAndMissing } from './withoutRow.js';

/** The changes to a row that its previous results require. */
type Judgement = Pick<PlannedRow, 'importedId' | 'blocked' | 'newCaseKey' | 'isSentBySheetOnly'>;

/**
 * Judges the results that earlier runs wrote into rows without a finished request in the journal.
 * If the journal is lost, the sheet is trusted for requests of effect `once`, and the others are sent again.
 * If the journal is there, such a row was copied or changed, so it is neither resent silently nor treated
 * as done.
 */
export class PreviousSubmissions {
  readonly #kind: SubmissionKind;
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #isLost: boolean;
  readonly #rowOfId: ReadonlyMap<string, number>;
  readonly #keyById: ReadonlyMap<string, string>;
  readonly #inSheet: ReadonlySet<string>;
  readonly #missing: ReadonlyMap<string | undefined, RowState>;
  /** Finished requests by person, if no row has their key and no sheet is known to show their ID. */
  readonly #unshown: ReadonlyMap<string | undefined, RowState>;
  readonly #settled: Map<string, number>;

  constructor(
    kind: SubmissionKind,
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
  ) {
    this.#kind = kind;
    this.#states = states;
    this.#isLost = states.size === 0;
    this.#keyById = new Map(
      [...states].flatMap(([key, { id }]) => (id === undefined ? [] : [[id, key]])),
    );
    const owners = rows.filter(({ key, previous }) => states.get(key)?.id === previous?.id);
    this.#rowOfId = new Map(
      [...rows.toReversed(), ...owners].flatMap(({ previous, number }) =>
        previous?.id ? [[previous.id, number]] : [],
      ),
    );
    this.#missing = new Map(
      unconfirmedAndMissing(rows, states).map((state) => [state.employee, state]),
    );
    const inSheet = new Set(rows.map(({ key }) => key));
    this.#inSheet = inSheet;
    this.#unshown = new Map(
      [...states]
        .filter(([key, { state, isShown }]) => state === 'Done' && !isShown && !inSheet.has(key))
        // After a power cut, the journal may lack the record that this sheet shows the ID.
        .filter(([, { id = '' }]) => !this.#rowOfId.has(id))
        .map(([, state]) => [state.employee, state]),
    );
    this.#settled = settledEmployees(rows, states);
  }

  judge(row: IntakeRow): Judgement {
    const state = this.#states.get(row.key);
    if (state !== undefined && !isUnconfirmed(state)) return {};
    const { previous } = row;
    const { status = '', id = '' } = previous ?? {};
    if (state !== undefined && this.#isOfMoved(row, id)) return {};
    if (id !== '') return this.#named(row, id);
    if (state !== undefined || row.inputs === undefined) return {};
    const { succeeded, repeatable } = this.#kind;
    const { employee: person } = row;
    const missing = person === undefined ? undefined : this.#missing.get(person);
    if (missing !== undefined) return { blocked: personUnconfirmed(this.#kind, missing) };
    const unshown = person === undefined ? undefined : this.#unshown.get(person);
    if (unshown !== undefined) {
      return { blocked: doneNeverShown(this.#kind, unshown), newCaseKey: row.key };
    }
    // A blocked row keeps the time of the request that blocks it, which had other inputs or another
    // assessment.
    const isOfOther = hasStatus(previous, 'Invalid') && previous?.doneAt !== undefined;
    // The row may have changed since.
    if (status === succeeded && this.#isLost) return repeatable ? {} : { importedId: '' };
    if (status === succeeded || isOfOther) return { blocked: doneUnknown(this.#kind) };
    if (repeatable || !hasStatus(previous, 'Unconfirmed')) return {};
    const isSettled = person !== undefined && takeOneOfEmployee(this.#settled, person);
    return isSettled ? {} : { isSentBySheetOnly: true };
  }

  /** Returns true if the ID belongs to another row in the sheet: rows were moved without our columns. */
  #isOfMoved({ key, number }: IntakeRow, id: string): boolean {
    const owner = this.#keyById.get(id);
    const isInSheet = owner !== undefined && this.#inSheet.has(owner);
    return isInSheet && owner !== key && this.#rowOfId.get(id) === number;
  }

  /** Judges a row that shows the ID of something that the service has created. */
  #named(row: IntakeRow, id: string): Judgement {
    const key = this.#keyById.get(id);
    const first = this.#rowOfId.get(id) ?? row.number;
    const headings = headingsToClear(this.#kind);
    if (first !== row.number) {
      return { blocked: { code: 'idInOtherRow', id, row: first, headings } };
    }
    // Its inputs cannot be read now, but the row keeps its result.
    if (key === undefined || row.inputs === undefined) return { importedId: id };
    return { blocked: { code: 'idOfOtherCase', id, label: identityLabel(this.#kind), headings } };
  }
}

/**
 * Returns the message for a row whose person was sent with another identity that no sheet is known
 * to show.
 */
function doneNeverShown(kind: SubmissionKind, { at, sentAt = at, id }: RowState): Message {
  const { command: operation, fields, unique = '' } = kind;
  const person = fields[unique]?.label ?? unique;
  const label = identityLabel(kind);
  return { code: 'doneNeverShown', operation, sentAt, id, person, label };
}

function doneUnknown(kind: SubmissionKind): Message {
  const { command: operation, succeeded: status } = kind;
  const [label, headings] = [identityLabel(kind), headingsToClear(kind)];
  return { code: 'doneUnknown', operation, status, label, headings };
}

/** Returns the headings of the columns that show a row as done. */
function headingsToClear({ columns }: SubmissionKind): string[] {
  const cells = columns.filter(({ name }) => name === 'status' || name === 'id');
  return cells.map(({ heading }) => heading);
}

function identityLabel({ fields, identity }: SubmissionKind): string {
  return fields[identity]?.label ?? identity;
}

function personUnconfirmed({ command }: SubmissionKind, { sentAt, at }: RowState): Message {
  return { code: 'personUnconfirmed', operation: command, sentAt: sentAt ?? at };
}
