import type { Fields } from '../../../src/field.js';
import { caseOfKey } from '../intake/rowKey.js';
import type { RowRemark } from '../intake/remark.js';
import type { IntakeRow } from '../intake/readSheet.js';
import type { RowFact } from '../journal/facts.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { RowState } from '../journal/rowState.js';
import { capital } from '../wording/words.js';
import { rowList } from '../wording/words.js';
import { utcMinute } from '../wording/words.js';
import {
  type SuccessStatus,
  unconfirmedAndMissing,
  type PlannedRow,
  settledEmployees,
  type RowStatus,
  takesSettled,
} from './rowStatus.js';

/** What decides where the row of a {@link submitRow} stands. */
export interface SubmissionKind {
  /** The command, as it is typed after `rwa`. */
  readonly command: string;
  readonly succeeded: SuccessStatus;
  readonly repeatable: boolean;
  /** The input that makes two rows the same case, whatever their other inputs say. */
  readonly identity: string;
  /** An input that no two cases of a sheet may share. */
  readonly unique?: string;
  /** How a row comes to be another case without anybody's doing: a sentence, after a space. */
  readonly newCase?: string;
  readonly fields: Fields;
  /** Our columns, of which a person may have to clear the cells of a row. */
  readonly columns: readonly { readonly name: string; readonly heading: string }[];
}

/** What is wrong with a row only because of another one. */
export type Contradiction = Pick<RowRemark, 'field' | 'label' | 'message' | 'remedy'>;

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
    if (row.problems !== undefined && row.importedId === undefined) return 'Invalid';
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
  const about = (field: string, rows: readonly number[], what: string, remedy: string) => {
    const label = fields[field]?.label ?? field;
    const message = `${capital(rowList(rows.slice(0, 10), rows.length))} have the same ${label} and ${what}`;
    return { field, label, message, remedy };
  };
  return (rows: readonly IntakeRow[]): ReadonlyMap<number, Contradiction> => {
    const found = new Map<number, Contradiction>();
    if (unique !== undefined) {
      for (const sharing of groupsThatDiffer(rows, valueIn(unique), ({ key }) => caseOfKey(key))) {
        const whose = about(unique, sharing, 'are of different people', `Correct it.`);
        for (const row of sharing) found.set(row, whose);
      }
    }
    for (const differing of groupsThatDiffer(rows, ({ key }) => caseOfKey(key), bodyOf)) {
      const which = about(identity, differing, 'differ otherwise', 'Keep one of them.');
      for (const row of differing) found.set(row, which);
    }
    return found;
  };
}

/** Adds to each row what only shows when all rows and the journal are seen together. */
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
      return { ...row, problems: `${contradiction.message}. ${contradiction.remedy}` };
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
        .map(([, state]) => [state.employee, state]),
    );
    this.#settled = settledEmployees(rows, states);
  }

  judge(row: IntakeRow): Judgement {
    const state = this.#states.get(row.key);
    if (state !== undefined && !isUnconfirmed(state)) return {};
    const { status = '', id = '' } = row.previous ?? {};
    if (id !== '') return this.#named(row, id);
    if (state !== undefined || row.body === undefined) return {};
    const { succeeded, repeatable } = this.#kind;
    const { employee: person } = row;
    const missing = person === undefined ? undefined : this.#missing.get(person);
    if (missing !== undefined) return { blocked: sentWithOthers(missing) };
    const unshown = person === undefined ? undefined : this.#unshown.get(person);
    if (unshown !== undefined) {
      return { blocked: doneWithOthers(this.#kind, row, unshown), ownKey: row.key };
    }
    // A row that was held has the word for it, and still the time of what it was held for.
    const wasDone = status === 'Invalid' && row.previous?.doneAt !== undefined;
    if (status === succeeded || wasDone) {
      return this.#isLost ? { importedId: '' } : { blocked: notKnown(this.#kind) };
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
    if (first !== row.number) {
      return {
        blocked: `${id} also stands in row ${first}. If this row is new, it was copied with its results: ${clearCells(this.#kind)} and run again.`,
      };
    }
    // Its inputs cannot be read just now, but what was made of them stays.
    if (key === undefined || row.body === undefined) return { importedId: id };
    const label = identityLabel(this.#kind);
    return {
      blocked: `${id} was made for another ${label}. If this row is somebody else's, ${clearCells(this.#kind)} and run again; if not, put the old ${label} back.`,
    };
  }
}

/** The service has done it for the same person, and a crash came before the sheet could say so. */
function doneWithOthers(kind: SubmissionKind, row: IntakeRow, { at, id = '' }: RowState): string {
  const { command, identity, fields, unique = '' } = kind;
  const [label, same] = [fields[identity]?.label ?? identity, fields[unique]?.label ?? unique];
  return `On ${at.slice(0, 10)} rwa ${command} was done for the same ${same} with another ${label} (${id}), and that was never written to a sheet. To see it here, put the old ${label} back; to send this row as well, run rwa resolve --for ${command} with --new-case for it.`;
}

function notKnown(kind: SubmissionKind): string {
  const label = identityLabel(kind);
  return `The sheet said ${kind.succeeded}, and the journal does not know it of this ${label}: the row was copied, or its ${label} is another one since.${kind.newCase ?? ''} If it is to be sent, ${clearCells(kind)} and run again.`;
}

/** Names the cells: those of another command stand in the same row. */
function clearCells({ columns }: SubmissionKind): string {
  const cells = columns.filter(({ name }) => name === 'status' || name === 'id');
  return `clear its ${cells.map(({ heading }) => heading).join(' and ')}`;
}

function identityLabel({ fields, identity }: SubmissionKind): string {
  return fields[identity]?.label ?? identity;
}

function sentWithOthers({ sentAt, at }: RowState): string {
  return `A row of this person was sent ${utcMinute(sentAt ?? at)} with other inputs and never answered. Settle that with rwa resolve; then run again.`;
}

/** Row numbers of rows that share something, and should agree in something else and do not. */
function groupsThatDiffer(
  rows: readonly IntakeRow[],
  shared: (row: IntakeRow) => string,
  agreed: (row: IntakeRow) => string | undefined,
): number[][] {
  const readable = rows.filter(({ body }) => body !== undefined);
  return [...Map.groupBy(readable, shared).values()].flatMap((same) =>
    same.length > 1 && new Set(same.map(agreed)).size > 1 ? [same.map(({ number }) => number)] : [],
  );
}

function bodyOf({ body }: IntakeRow): string | undefined {
  return body;
}

function valueIn(field: string) {
  return ({ body = '{}' }: IntakeRow): string =>
    (JSON.parse(body) as Readonly<Record<string, string>>)[field] ?? '';
}
