import {
  type Cell,
  keep,
  type ResultCell,
  type ResultColumn,
  type ResultSheet,
  type ResultValue,
  type SheetFile,
} from '../../../../sheets/sheet.js';
import { decisionStatuses } from '../../../../src/decisionStatus.js';
import { isBlank, readCellText, readTime } from '../../../engine/intake/cellValues.js';
import {
  decisionHeadings,
  findRecordedDecisions,
} from '../../../engine/intake/recordedDecisions.js';
import { isSameValue, referenceColumn } from '../../../engine/intake/writtenCells.js';
import type { RunSheet } from '../../../engine/run/runSheet.js';
import { utcMinute } from '../../../wording/words.js';
import type { Row } from '../../contract/shapes.js';
import type { Store } from '../../db/store.js';
import { latestDecisions, type ShownDecisions } from '../../decisions/decisionStore.js';

type Name = (typeof decisionHeadings)[number]['name'];
type ByName<Value> = Readonly<Record<Name, Value | undefined>>;

const styles: Readonly<Record<Name, Omit<ResultColumn, 'heading'>>> = {
  status: { kind: 'text', widthChars: 20 },
  by: { kind: 'text', widthChars: 20 },
  doneAt: { kind: 'dateTime' },
  note: { kind: 'text', widthChars: 40, wraps: true },
  earlier: { kind: 'text', widthChars: 40, wraps: true },
};

/**
 * The decisions of a sheet, for the workbook with its results. A cell that shows an older decision
 * is replaced with its row's; a cell with another text is a person's, and stays.
 */
export class DecisionCells {
  readonly columns: readonly ResultColumn[];
  /** The places of these columns of the results. */
  readonly #reference: number;
  readonly #id: number;
  readonly #decisions: ReadonlyMap<number, ShownDecisions>;

  constructor(sheet: RunSheet, decisions: ReadonlyMap<number, ShownDecisions>) {
    const { at, headings } = findRecordedDecisions(sheet.read.intake.columns);
    // A sheet without any decision gets no columns for them.
    this.columns =
      decisions.size === 0 && at.size === 0
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
    this.#decisions = decisions;
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
    const shown = readDecision(there);
    const { decision, earlierDecision } = this.#decisions.get(row) ?? {};
    const earlier = earlierDecision ?? (decision === undefined && isReplaced ? shown : undefined);
    const isKnown = decision !== undefined || earlier !== undefined;
    const wanted: ByName<ResultValue> = {
      status: decision?.status,
      by: decision?.by,
      doneAt: decision?.at,
      note: decision?.note === '' ? undefined : decision?.note,
      earlier: earlier && describeEarlier(earlier),
    };
    const isSame = (name: Name) => isSameCell(there[name], wanted[name], styles[name].kind);
    // A note that a person has changed stays beside its decision.
    if (!isKnown || (['status', 'doneAt', 'earlier'] as const).every(isSame)) {
      return this.columns.map(() => keep);
    }
    return decisionHeadings.map(({ name }): ResultCell => {
      if (isSame(name)) return keep;
      const isOlder = name === 'earlier' ? isEarlier(there.earlier) : shown !== undefined;
      return there[name] === undefined || isOlder ? wanted[name] : keep;
    });
  }
}

/** Reads the decisions that are shown beside the assessments of a sheet. */
export async function readDecisions(
  store: Store,
  id: string,
  sheet: RunSheet,
): Promise<ReadonlyMap<number, ShownDecisions>> {
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
    // A run may have made another one than the stored row shows.
    assessment_id: sheet.report(row).assessmentId ?? null,
  }));
  const found = await latestDecisions(store, rows);
  return new Map(
    found.flatMap((shown, index) => {
      const { number } = rows[index] ?? {};
      const isDecided = shown.decision !== undefined || shown.earlierDecision !== undefined;
      return number !== undefined && isDecided ? [[number, shown] as const] : [];
    }),
  );
}

/** Returns the same file, which writes the decisions beside the results. */
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

/** Returns the decision that a row of the file shows, if it shows one. */
function readDecision({ status, by, doneAt }: ByName<Cell>) {
  const made = readCellText(status);
  if (!isDecisionStatus(made) || doneAt === undefined) return undefined;
  return { status: made, by: readCellText(by), at: readTime(doneAt) ?? readCellText(doneAt) };
}

function isEarlier(cell: Cell | undefined): boolean {
  const [status = ''] = readCellText(cell).split(',');
  return isDecisionStatus(status);
}

function isDecisionStatus(text: string): boolean {
  return decisionStatuses.some((status) => status === text);
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
