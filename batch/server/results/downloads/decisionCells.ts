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
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import type { Row } from '../../contract/shapes.js';
import type { DecisionTable } from '../../db/schema.js';
import type { Store } from '../../db/store.js';
import { readLatestDecisions, type ShownDecisions } from '../../decisions/decisionStore.js';

type Name = (typeof decisionHeadings)[number]['name'];
type ValuesByName<Value> = Readonly<Record<Name, Value | undefined>>;

const styles: Readonly<Record<Name, Omit<ResultColumn, 'heading'>>> = {
  status: { kind: 'text', widthChars: 20 },
  by: { kind: 'text', widthChars: 20 },
  doneAt: { kind: 'dateTime' },
  note: { kind: 'text', widthChars: 40, wraps: true },
  earlier: { kind: 'text', widthChars: 40, wraps: true },
};

interface DecidedRow extends Pick<ShownDecisions, 'decision' | 'earlierDecision'> {
  readonly employeeId: string;
}

/** A row keeps cells that a person may have written: values that this server has not recorded. */
export class DecisionCells {
  readonly columns: readonly ResultColumn[];
  /** The index of the new reference column, or -1; decisions are to its left. */
  readonly #reference: number;
  readonly #id: number;
  readonly #rows: ReadonlyMap<number, DecidedRow>;
  readonly #recorded: RecordedDecisions;

  constructor(sheet: RunSheet, { rows, recorded }: SheetDecisions) {
    const { positions: columnsByName, headings } = findRecordedDecisions(sheet.read.intake.columns);
    const hasDecision = rows.values().some((row) => row.decision ?? row.earlierDecision);
    this.columns =
      !hasDecision && columnsByName.size === 0
        ? []
        : decisionHeadings.map(({ name, heading }) => ({
            ...styles[name],
            heading: headings.get(name) ?? heading,
            at: columnsByName.get(name),
          }));
    const results = sheet.columnsToWrite;
    const findNewColumn = (name: string) =>
      results.findIndex((column) => column.name === name && column.at === undefined);
    this.#reference = columnsByName.size === 0 ? findNewColumn(referenceColumn) : -1;
    this.#id = results.findIndex(({ name }) => name === 'id');
    this.#rows = rows;
    this.#recorded = recorded;
  }

  addTo(results: ResultSheet): ResultSheet {
    const count = this.columns.length;
    if (count === 0) return results;
    const firstIndex = this.#reference === -1 ? results.columns.length : this.#reference;
    return {
      ...results,
      columns: results.columns.toSpliced(firstIndex, 0, ...this.columns),
      results: (row, current) => {
        const resultCells = results.results(row, (index) =>
          current(index < firstIndex ? index : index + count),
        );
        if (resultCells === undefined) return undefined;
        // A row that was not read keeps its decision.
        if (!this.#rows.has(row))
          return resultCells.toSpliced(firstIndex, 0, ...this.columns.map((): ResultCell => keep));
        const isReplaced = resultCells[this.#id] !== keep && !isBlank(current(this.#id));
        const decisionCells = this.columns.map((_, index) => current(firstIndex + index));
        return resultCells.toSpliced(
          firstIndex,
          0,
          ...this.#createCells(row, decisionCells, isReplaced),
        );
      },
    };
  }

  /** `isReplaced` is true if the Assessment ID in the file is replaced or removed. */
  #createCells(
    row: number,
    cells: readonly (Cell | undefined)[],
    isReplaced: boolean,
  ): readonly ResultCell[] {
    const current = toValuesByName((_, index) =>
      isBlank(cells[index]) ? undefined : cells[index],
    );
    const status = readCellText(current.status);
    const at = readTime(current.doneAt);
    const found = at === undefined ? undefined : this.#recorded.find(status, formatUtcMinute(at));
    const { by } = current;
    const isRecorded = found !== undefined && (by === undefined || hasText(found.members, by));
    const shown = isRecorded ? found : undefined;
    const isEmpty = (['status', 'by', 'doneAt'] as const).every(
      (name) => current[name] === undefined,
    );
    if (!isEmpty && shown === undefined) return this.columns.map(() => keep);
    const { decision, earlierDecision, employeeId = '' } = this.#rows.get(row) ?? {};
    // The file may show a decision that was recorded for another sheet, on the assessment that is replaced.
    const isAboutReplaced =
      decision === undefined && isReplaced && shown?.people.has(employeeId) === true;
    const replaced =
      isAboutReplaced && at !== undefined ? { status, by: readCellText(by), at } : undefined;
    const earlier = earlierDecision ?? replaced;
    const newValues: ValuesByName<ResultValue> = {
      status: decision?.status,
      by: decision?.by,
      doneAt: decision?.at,
      note: decision?.note === '' ? undefined : decision?.note,
      earlier: earlier && describeEarlier(earlier),
    };
    const { note, earlier: text } = current;
    const isByPerson: Partial<Record<Name, boolean>> = {
      note: note !== undefined && !(shown !== undefined && hasText(shown.notes, note)),
      earlier: text !== undefined && !this.#isOurText(readCellText(text)),
    };
    return decisionHeadings.map(({ name }) => {
      const isSame = isSameCell(current[name], newValues[name], styles[name].kind);
      return isByPerson[name] === true || isSame ? keep : newValues[name];
    });
  }

  #isOurText(text: string): boolean {
    const [status = '', ...others] = text.split(', ');
    return this.#recorded.find(status, others.at(-1) ?? '') !== undefined;
  }
}

interface SheetDecisions {
  readonly rows: ReadonlyMap<number, DecidedRow>;
  readonly recorded: RecordedDecisions;
}

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
    // A run may have created a newer assessment than the stored row shows.
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

class RecordedDecisions {
  readonly #byStatusAndMinute = new Map<
    string,
    { members: Set<string>; notes: Set<string>; people: Set<string> }
  >();

  /** Returns none if the sheet has no columns for decisions. */
  static async read({ db }: Store, sheet: RunSheet): Promise<RecordedDecisions> {
    const recorded = new RecordedDecisions();
    if (findRecordedDecisions(sheet.read.intake.columns).positions.size === 0) return recorded;
    const decisions = db
      .selectFrom('decision')
      .select(['status', 'made_by', 'at', 'note', 'employee_id'])
      .where('state', '=', 'recorded')
      .stream(2_000);
    for await (const decision of decisions) recorded.#add(decision);
    return recorded;
  }

  find(status: string, minute: string) {
    return this.#byStatusAndMinute.get(`${status}, ${minute}`);
  }

  #add(decision: Pick<DecisionTable, 'status' | 'made_by' | 'at' | 'note' | 'employee_id'>): void {
    // A workbook rounds times to seconds.
    const rounded = new Date(toSecond(Date.parse(decision.at))).toISOString();
    for (const at of new Set([formatUtcMinute(decision.at), formatUtcMinute(rounded)])) {
      const key = `${decision.status}, ${at}`;
      const known = this.#byStatusAndMinute.get(key) ?? {
        members: new Set(),
        notes: new Set(),
        people: new Set(),
      };
      this.#byStatusAndMinute.set(key, known);
      known.members.add(decision.made_by);
      known.notes.add(decision.note);
      known.people.add(decision.employee_id);
    }
  }
}

/** A CSV file may have a question mark in place of each letter that its encoding lacks. */
function hasText(texts: ReadonlySet<string>, cell: Cell): boolean {
  const shown = readCellText(cell);
  if (texts.has(shown)) return true;
  const toAscii = (text: string) => text.replaceAll(/\P{ASCII}/gu, '?');
  return shown.includes('?') && texts.values().some((text) => toAscii(text) === toAscii(shown));
}

export function withDecisions(
  file: SheetFile,
  decisions: () => DecisionCells | undefined,
): SheetFile {
  return { ...file, write: (results) => file.write(decisions()?.addTo(results) ?? results) };
}

export function describeEarlier({
  status,
  by,
  at,
  round,
}: Pick<NonNullable<Row['earlierDecision']>, 'by' | 'at' | 'round'> & {
  readonly status: string;
}): string {
  return `${status}${round === undefined ? '' : `, round ${round}`}, ${by}, ${formatUtcMinute(at)}`;
}

function isSameCell(cell: Cell | undefined, value: ResultValue, kind: ResultColumn['kind']) {
  return cell === undefined || value === undefined
    ? cell === value
    : isSameValue(cell, value, kind);
}

function toValuesByName<Value>(
  toValue: (name: Name, index: number) => Value,
): Readonly<Record<Name, Value>> {
  const entries = decisionHeadings.map(({ name }, index) => [name, toValue(name, index)] as const);
  return Object.fromEntries(entries) as Record<Name, Value>;
}
