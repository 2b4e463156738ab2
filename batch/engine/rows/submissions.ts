import type { Fields } from '../../../src/field.js';
import { caseOfKey } from '../intake/rowKey.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { RowFact } from '../journal/facts.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { Message } from '../message.js';
import type { SheetCommand } from '../sheetCommand.js';
import type { Contradiction } from './said.js';
import type { RowState } from '../journal/rowState.js';
import { settledEmployees, takesSettled, unconfirmedAndMissing } from './withoutRow.js';
import type { RowStatus, SuccessStatus } from '../intake/statusWords.js';
import type { PlannedRow } from './rowStatus.js';

/** What determines the status of a row of a {@link submitRow}. */
export interface SubmissionKind {
  readonly command: SheetCommand;
  readonly succeeded: SuccessStatus;
  readonly repeatable: boolean;
  /** The input that makes two rows the same case, whatever their other inputs say. */
  readonly identity: string;
  /** An input that no two cases of a sheet may share. */
  readonly unique?: string;
  readonly fields: Fields;
  /** Our columns whose cells a person may have to clear. */
  readonly columns: readonly { readonly name: string; readonly heading: string }[];
}

/**
 * Where a row of an operation without results to wait for stands. One of effect `once` stays done
 * whatever its inputs become; a repeatable one is sent again when they have changed.
 */
export function statusOfSubmission({ succeeded, repeatable }: SubmissionKind) {
  return (row: PlannedRow, state: RowState | undefined): RowStatus => {
    if (row.forgottenAt !== undefined) return 'Forgotten';
    const stays = !repeatable || isSame(row, state);
    if (state?.state === 'Done' && stays) return succeeded;
    if (state !== undefined && isUnconfirmed(state) && stays) {
      return row.importedId === undefined ? 'Unconfirmed' : succeeded;
    }
    if (row.isOpenInSheet === true && !repeatable) return 'Unconfirmed';
    if (row.blocked !== undefined) return 'Invalid';
    const isWrong = row.problems !== undefined || row.faults !== undefined;
    if (isWrong && row.importedId === undefined) return 'Invalid';
    if (row.sameAs !== undefined) return 'Duplicate';
    if (state?.state === 'Rejected' && isSame(row, state)) return 'Rejected';
    return row.importedId !== undefined && state === undefined ? succeeded : 'Not sent';
  };
}

/** False when the inputs of a row are others than those that were sent. */
export function isSame({ request }: PlannedRow, state: RowState | undefined): boolean {
  return state?.request === undefined || request === undefined || state.request === request;
}

/** Rows that contradict each other, by row number. */
export function contradictionsOf({ identity, unique, fields }: SubmissionKind) {
  const about = (code: Contradiction['code'], field: string, rows: readonly number[]) => {
    return { code, field, label: fields[field]?.label ?? field, rows };
  };
  return (rows: readonly IntakeRow[]): ReadonlyMap<number, Contradiction> => {
    const found = new Map<number, Contradiction>();
    if (unique !== undefined) {
      for (const sharing of groupsThatDiffer(rows, valueIn(unique), ({ key }) => caseOfKey(key))) {
        const whose = about('sharedByPeople', unique, sharing);
        for (const row of sharing) found.set(row, whose);
      }
    }
    for (const differing of groupsThatDiffer(rows, ({ key }) => caseOfKey(key), textOfRequest)) {
      const which = about('sameCaseDiffers', identity, differing);
      for (const row of differing) found.set(row, which);
    }
    return found;
  };
}

/** Adds to each row what only all rows and the journal together show. */
export function planSubmissions(kind: SubmissionKind) {
  const contradictions = contradictionsOf(kind);
  return (
    rows: readonly IntakeRow[],
    states: ReadonlyMap<string, RowState>,
  ): readonly PlannedRow[] => {
    const found = contradictions(rows);
    const written = new WrittenRows(kind, rows, states);
    return rows.map((row): PlannedRow => {
      const contradiction = found.get(row.number);
      if (contradiction === undefined) return { ...row, ...written.judge(row) };
      return { ...row, faults: [contradiction] };
    });
  };
}

/** The fact of a row that is done as the sheet says, or a person who wrote into it. */
export function importedFact(row: PlannedRow, state: RowState | undefined, at: string): RowFact {
  const { key, request, importedId = '' } = row;
  return {
    fact: 'done',
    row: key,
    ...(request === undefined ? {} : { request }),
    ...(importedId === '' ? {} : { id: importedId }),
    by: state === undefined ? 'sheet' : 'person',
    at,
  };
}

type Judgement = Pick<PlannedRow, 'importedId' | 'blocked' | 'ownKey' | 'isOpenInSheet'>;

/**
 * What earlier runs wrote into rows that the journal does not know as done. Where the journal is
 * lost, the sheet counts; where it is there, a row that it does not know was copied or changed, and
 * neither is sent by surprise nor passes for done.
 */
class WrittenRows {
  readonly #kind: SubmissionKind;
  readonly #states: ReadonlyMap<string, RowState>;
  readonly #isLost: boolean;
  readonly #rowOfId: ReadonlyMap<string, number>;
  readonly #keyOfId: ReadonlyMap<string, string>;
  readonly #missing: ReadonlyMap<string | undefined, RowState>;
  /** Done for somebody of whom no row is left, before any sheet could show it. */
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
    this.#keyOfId = new Map(
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
    this.#unshown = new Map(
      states
        .entries()
        .filter(([key, { id, isShown }]) => id !== undefined && !isShown && !inSheet.has(key))
        // A power cut may have kept from the journal that this very sheet shows it.
        .filter(([, { id = '' }]) => !this.#rowOfId.has(id))
        .map(([, state]) => [state.employee, state]),
    );
    this.#settled = settledEmployees(rows, states);
  }

  judge(row: IntakeRow): Judgement {
    const state = this.#states.get(row.key);
    if (state !== undefined && !isUnconfirmed(state)) return {};
    const { status = '', id = '' } = row.previous ?? {};
    if (id !== '') return this.#named(row, id);
    if (state !== undefined || row.inputs === undefined) return {};
    const { succeeded, repeatable } = this.#kind;
    const { employee: person } = row;
    const missing = person === undefined ? undefined : this.#missing.get(person);
    if (missing !== undefined) return { blocked: personUnconfirmed(missing) };
    const unshown = person === undefined ? undefined : this.#unshown.get(person);
    if (unshown !== undefined) {
      return { blocked: doneNeverShown(this.#kind, unshown), ownKey: row.key };
    }
    // A blocked row shows that status, and still the time of what blocks it.
    const wasDone = status === 'Invalid' && row.previous?.doneAt !== undefined;
    if (status === succeeded || wasDone) {
      return this.#isLost ? { importedId: '' } : { blocked: doneUnknown(this.#kind) };
    }
    const unconfirmed: RowStatus = 'Unconfirmed';
    if (repeatable || status !== unconfirmed) return {};
    const isSettled = person !== undefined && takesSettled(this.#settled, person);
    return isSettled ? {} : { isOpenInSheet: true };
  }

  /** A row with the id of what the service made by it. */
  #named(row: IntakeRow, id: string): Judgement {
    const key = this.#keyOfId.get(id);
    const first = this.#rowOfId.get(id) ?? row.number;
    const headings = headingsToClear(this.#kind);
    if (first !== row.number) {
      return { blocked: { code: 'idInOtherRow', id, row: first, headings } };
    }
    // Its inputs cannot be read just now, but what was made of them stays.
    if (key === undefined || row.inputs === undefined) return { importedId: id };
    return { blocked: { code: 'idOfOtherCase', id, label: identityLabel(this.#kind), headings } };
  }
}

/** The service has done it for the same person, and a crash came before the sheet could say so. */
function doneNeverShown(kind: SubmissionKind, { at, id = '' }: RowState): Message {
  const { command: operation, fields, unique = '' } = kind;
  const person = fields[unique]?.label ?? unique;
  return { code: 'doneNeverShown', operation, at, id, person, label: identityLabel(kind) };
}

function doneUnknown(kind: SubmissionKind): Message {
  const { command: operation, succeeded: status } = kind;
  const [label, headings] = [identityLabel(kind), headingsToClear(kind)];
  return { code: 'doneUnknown', operation, status, label, headings };
}

/** The columns that show a row as done. */
function headingsToClear({ columns }: SubmissionKind): string[] {
  const cells = columns.filter(({ name }) => name === 'status' || name === 'id');
  return cells.map(({ heading }) => heading);
}

function identityLabel({ fields, identity }: SubmissionKind): string {
  return fields[identity]?.label ?? identity;
}

function personUnconfirmed({ sentAt, at }: RowState): Message {
  return { code: 'personUnconfirmed', sentAt: sentAt ?? at };
}

/** Row numbers of rows that share something, and should agree in something else and do not. */
function groupsThatDiffer(
  rows: readonly IntakeRow[],
  shared: (row: IntakeRow) => string,
  agreed: (row: IntakeRow) => string | undefined,
): number[][] {
  const readable = rows.filter(({ inputs }) => inputs !== undefined);
  return [...Map.groupBy(readable, shared).values()].flatMap((same) =>
    same.length > 1 && new Set(same.map(agreed)).size > 1 ? [same.map(({ number }) => number)] : [],
  );
}

function textOfRequest({ inputs }: IntakeRow): string {
  return JSON.stringify(inputs);
}

function valueIn(field: string) {
  return ({ inputs }: IntakeRow): string => String(inputs?.[field] ?? '');
}
