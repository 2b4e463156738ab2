import { type Cell, SheetError, type SheetFile, type SheetRow } from '../../../../sheets/sheet.js';
import { UsageError } from '../../../engine/errors.js';
import { findHeadings, type HeadingPosition } from '../../../engine/intake/headings.js';
import { findOurColumns } from '../../../engine/intake/recordedDecisions.js';
import { assess } from '../../../engine/operations/assess.js';
import { prepareSheetRun, type SheetRunPorts } from '../../runs/sheetRun.js';
import { findShownColumns } from '../../sheets/contextFields.js';
import { readMatching } from '../../sheets/matchStore.js';

/** `person` contains the columns with the name and the department. */
interface ContextValues<Value> {
  readonly person: readonly Value[];
  readonly others: readonly Value[];
}

/** Has the columns that have a heading and are neither inputs nor our columns. */
export class ContextColumns {
  readonly headings: ContextValues<string>;
  /** The inputs that are read from columns or have a value for all rows, in the order of the contract. */
  readonly inputs: readonly string[];
  readonly #person: readonly number[];
  readonly #others: readonly number[];
  readonly #rows: AsyncGenerator<SheetRow, undefined>;
  #row: SheetRow | undefined;

  constructor(
    file: Pick<SheetFile, 'rows'>,
    { sheet, columns }: HeadingPosition,
    shown: ReadonlySet<number>,
    values: Readonly<Partial<Record<string, string>>> = {},
  ) {
    const { headings, fields } = columns;
    this.inputs = Object.keys(assess.fields).filter(
      (name) => fields.has(name) || Object.hasOwn(values, name),
    );
    const known = new Set([...fields.values(), ...findOurColumns(columns)]);
    const contextColumns = [...headings.keys()].filter(
      (column) => headings[column] !== '' && !known.has(column),
    );
    this.#person = contextColumns.filter((column) => shown.has(column));
    this.#others = contextColumns.filter((column) => !shown.has(column));
    this.headings = this.#pick((column) => headings[column] ?? '');
    this.#rows = streamRows(file, sheet);
  }

  /** Call this in the order of the rows, because the file is read only once. */
  async read(number: number): Promise<ContextValues<Cell | undefined>> {
    while ((this.#row?.number ?? 0) < number) {
      const { value } = await this.#rows.next();
      if (value === undefined) break;
      this.#row = value;
    }
    const cells = this.#row?.number === number ? this.#row.cells : [];
    return this.#pick((column) => cells[column]);
  }

  async close(): Promise<void> {
    await this.#rows.return(undefined);
  }

  #pick<Value>(read: (column: number) => Value): ContextValues<Value> {
    return { person: this.#person.map(read), others: this.#others.map(read) };
  }
}

/** If the headings are not found or cannot be read, `use` gets undefined. */
export async function withContextColumns<Result>(
  ports: Omit<SheetRunPorts, 'locks'>,
  id: string,
  use: (context: ContextColumns | undefined) => Promise<Result>,
): Promise<Result> {
  const { options, storage } = await prepareSheetRun(ports, id, assess);
  const file = await storage.openSheet();
  let context: ContextColumns | undefined;
  try {
    const found = await findHeadings(file, options.intake).catch((error: unknown) => {
      if (error instanceof UsageError || error instanceof SheetError) return undefined;
      throw error;
    });
    const { fields = [] } = (await readMatching(ports.store, id)) ?? {};
    const shown = new Set(Object.values(findShownColumns(fields)));
    context = found && new ContextColumns(file, found, shown, options.intake.set);
    return await use(context);
  } finally {
    await context?.close();
    await file.close();
  }
}

async function* streamRows(
  file: Pick<SheetFile, 'rows'>,
  sheet: string,
): AsyncGenerator<SheetRow, undefined> {
  for await (const rows of file.rows(sheet)) yield* rows;
  return undefined;
}
