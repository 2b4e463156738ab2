import {
  type Cell,
  keep,
  type ResultCell,
  type ResultColumn,
  type ResultSheet,
  type ResultValue,
  type SheetFile,
} from '../../../../sheets/sheet.js';
import { isBlank, readCellText, readTime } from '../../../engine/intake/cellValues.js';
import {
  decisionHeadings,
  findRecordedDecisions,
} from '../../../engine/intake/recordedDecisions.js';
import { isSameValue, referenceColumn, toSecond } from '../../../engine/intake/writtenCells.js';
import { onlyShowsId } from '../../../engine/rows/plannedRow.js';
import type { RunSheet } from '../../../engine/run/runSheet.js';
import { utcMinute } from '../../../wording/words.js';
import type { Row } from '../../contract/shapes.js';
import type { Store } from '../../db/store.js';
import { readLatestDecisions, type ShownDecisions } from '../../decisions/decisionStore.js';

type Name = (typeof decisionHeadings)[number]['name'];
type ByName<Value> = Readonly<Record<Name, Value | undefined>>;

const styles: Readonly<Record<Name, Omit<ResultColumn, 'heading'>>> = {
  status: { kind: 'text', widthChars: 20 },
  by: { kind: 'text', widthChars: 20 },
  doneAt: { kind: 'dateTime' },
  note: { kind: 'text', widthChars: 40, wraps: true },
  earlier: { kind: 'text', widthChars: 40, wraps: true },
};

/** The decisions of a row, and its person. */
interface DecidedRow extends Pick<ShownDecisions, 'decision' | 'earlierDecision'> {
  readonly employeeId: string;
}

/**
 * The decisions of a sheet, for the workbook with its results. Overwrites a cell only if it is blank or shows a decision that
 * this server has recorded. A person wrote all other texts, so they do not change.
 */
export class DecisionCells {
  readonly columns: readonly ResultColumn[];
  /** The index of the reference column if it is new, or else -1; and of the column with the ID. */
  readonly #reference: number;
  readonly #id: number;
  readonly #rows: ReadonlyMap<number, DecidedRow>;
  readonly #recorded: RecordedDecisions;

  constructor(sheet: RunSheet, { rows, recorded }: SheetDecisions) {
    const { at, headings } = findRecordedDecisions(sheet.read.intake.columns);
    const isDecided = rows.values().some((row) => row.decision ?? row.earlierDecision);
    // A sheet without any decision gets no columns for them.
    this.columns =
      !isDecided && at.size === 0
        ? []
        : decisionHeadings.map(({ name, heading }) => ({
            ...styles[name],
            heading: headings.get(name) ?? heading,
            at: at.get(name),
          }));
    const results = sheet.columnsToWrite;
    const findNew = (name: string) =>
      results.findIndex((column) => column.name === name && column.at === undefined);
    this.#reference = at.size === 0 ? findNew(referenceColumn) : -1;
    this.#id = results.findIndex(({ name }) => name === 'id');
    this.#rows = rows;
    this.#recorded = recorded;
  }

  /** Adds the decisions to the results of a sheet, to the left of a new column of references. */
  addTo(results: ResultSheet): ResultSheet {
    const count = this.columns.length;
    if (count === 0) return results;
    const first = this.#reference === -1 ? results.columns.length : this.#reference;
    return {
      ...results,
      columns: results.columns.toSpliced(first, 0, ...this.columns),
      results: (row, current) => {
        const own = results.results(row, (index) => current(index < first ? index : index + count));
        if (own === undefined) return undefined;
        const isReplaced = own[this.#id] !== keep && !isBlank(current(this.#id));
        const there = this.columns.map((_, index) => current(first + index));
        return own.toSpliced(first, 0, ...this.#results(row, there, isReplaced));
      },
    };
  }

  /** Returns the cells of a row. `isReplaced` is true if it has another assessment than in the file. */
  #results(
    row: number,
    cells: readonly (Cell | undefined)[],
    isReplaced: boolean,
  ): readonly ResultCell[] {
    const there = byName((_, index) => (isBlank(cells[index]) ? undefined : cells[index]));
    const status = readCellText(there.status);
    const at = readTime(there.doneAt);
    const shown = at === undefined ? undefined : this.#recorded.find(status, utcMinute(at));
    const isFree = (['status', 'by', 'doneAt'] as const).every((name) => there[name] === undefined);
    // A person has changed the decision or its time: the row keeps all its cells.
    if (!isFree && shown === undefined) return this.columns.map(() => keep);
    const { decision, earlierDecision, employeeId = '' } = this.#rows.get(row) ?? {};
    // The file may show a decision that was recorded for another sheet, on the assessment that is replaced.
    const isAboutReplaced =
      decision === undefined && isReplaced && shown?.people.has(employeeId) === true;
    const replaced =
      isAboutReplaced && at !== undefined ? { status, by: readCellText(there.by), at } : undefined;
    const earlier = earlierDecision ?? replaced;
    const wanted: ByName<ResultValue> = {
      status: decision?.status,
      by: decision?.by,
      doneAt: decision?.at,
      note: decision?.note === '' ? undefined : decision?.note,
      earlier: earlier && describeEarlier(earlier),
    };
    const { note, earlier: text } = there;
    const isByPerson: Partial<Record<Name, boolean>> = {
      note: note !== undefined && shown?.notes.has(readCellText(note)) !== true,
      earlier: text !== undefined && !this.#wasWritten(readCellText(text)),
    };
    return decisionHeadings.map(({ name }) => {
      const isSame = isSameCell(there[name], wanted[name], styles[name].kind);
      return isByPerson[name] === true || isSame ? keep : wanted[name];
    });
  }

  /** Returns true for a text from {@link describeEarlier}. */
  #wasWritten(text: string): boolean {
    const [status = '', ...others] = text.split(', ');
    return this.#recorded.find(status, others.at(-1) ?? '') !== undefined;
  }
}

/** The decisions of a sheet's rows, and all that this server has recorded. */
interface SheetDecisions {
  /** By row number. */
  readonly rows: ReadonlyMap<number, DecidedRow>;
  readonly recorded: RecordedDecisions;
}

/** Reads the decisions that are shown beside the assessments of a sheet. */
export async function readDecisions(
  store: Store,
  id: string,
  sheet: RunSheet,
): Promise<SheetDecisions> {
  const stored = await store.db
    .selectFrom('row')
    .select(['number', 'employee_id'])
    .where('sheet', '=', id)
    .execute();
  const people = new Map(stored.map((row) => [row.number, row.employee_id]));
  const rows = sheet.read.rows.map((row) => ({
    sheet: id,
    number: row.number,
    employee_id: people.get(row.number) ?? '',
    // A run may have created another assessment than the stored row shows.
    assessment_id: onlyShowsId(row) ? null : (sheet.report(row).assessmentId ?? null),
  }));
  const found = await readLatestDecisions(store, rows);
  return {
    rows: new Map(
      rows.map(({ number, employee_id: employeeId }, index) => [
        number,
        { ...found[index], employeeId },
      ]),
    ),
    recorded: await RecordedDecisions.read(store, sheet),
  };
}

/** The decisions that this server has recorded, which the cells of a file may show. */
class RecordedDecisions {
  readonly #found = new Map<string, { notes: Set<string>; people: Set<string> }>();

  /** Reads all recorded decisions; none if the sheet has no columns for decisions. */
  static async read({ db }: Store, sheet: RunSheet): Promise<RecordedDecisions> {
    const recorded = new RecordedDecisions();
    if (findRecordedDecisions(sheet.read.intake.columns).at.size === 0) return recorded;
    const made = db
      .selectFrom('decision')
      .select(['status', 'at', 'note', 'employee_id'])
      .where('state', '=', 'recorded')
      .stream(2_000);
    for await (const each of made) recorded.#add(each);
    return recorded;
  }

  /** Returns the notes and the Employee IDs of the decisions with this status that were recorded in this UTC minute. */
  find(status: string, minute: string) {
    return this.#found.get(`${status}, ${minute}`);
  }

  #add(made: { status: string; at: string; note: string; employee_id: string }): void {
    // A workbook rounds times to seconds.
    const rounded = new Date(toSecond(Date.parse(made.at))).toISOString();
    for (const at of new Set([utcMinute(made.at), utcMinute(rounded)])) {
      const key = `${made.status}, ${at}`;
      const known = this.#found.get(key) ?? { notes: new Set(), people: new Set() };
      this.#found.set(key, known);
      known.notes.add(made.note);
      known.people.add(made.employee_id);
    }
  }
}

/** Returns the file with a `write` that adds the decisions to the results. */
export function withDecisions(
  file: SheetFile,
  decisions: () => DecisionCells | undefined,
): SheetFile {
  return { ...file, write: (results) => file.write(decisions()?.addTo(results) ?? results) };
}

/** Returns a text about a decision on an earlier assessment. */
export function describeEarlier({
  status,
  by,
  at,
  round,
}: Pick<NonNullable<Row['earlierDecision']>, 'by' | 'at' | 'round'> & {
  readonly status: string;
}): string {
  return `${status}${round === undefined ? '' : `, round ${round}`}, ${by}, ${utcMinute(at)}`;
}

function isSameCell(cell: Cell | undefined, value: ResultValue, kind: ResultColumn['kind']) {
  return cell === undefined || value === undefined
    ? cell === value
    : isSameValue(cell, value, kind);
}

function byName<Value>(of: (name: Name, index: number) => Value): Readonly<Record<Name, Value>> {
  const entries = decisionHeadings.map(({ name }, index) => [name, of(name, index)] as const);
  return Object.fromEntries(entries) as Record<Name, Value>;
}
