import { SheetError, type SheetFile, type SheetRow } from '../../../../sheets/sheet.js';
import { UsageError } from '../../../engine/errors.js';
import { cellText } from '../../../engine/intake/cellValues.js';
import { findHeadings, type HeadingPosition } from '../../../engine/intake/headings.js';
import { findOurColumns } from '../../../engine/intake/recordedDecisions.js';
import { assess } from '../../../engine/operations/assess.js';
import { sheetRun, type SheetRunPorts } from '../../runs/sheetRun.js';

/** The columns of a file that are neither inputs nor ours, such as a name or a department. */
export class ContextColumns {
  readonly headings: readonly string[];
  readonly #columns: readonly number[];
  readonly #rows: AsyncGenerator<SheetRow, undefined>;
  #row: SheetRow | undefined;

  constructor(file: Pick<SheetFile, 'rows'>, { sheet, columns }: HeadingPosition) {
    const { headings, fields } = columns;
    const others = new Set([...fields.values(), ...findOurColumns(columns)]);
    this.#columns = [...headings.keys()].filter((at) => headings[at] !== '' && !others.has(at));
    this.headings = this.#columns.map((at) => headings[at] ?? '');
    this.#rows = rowsOneByOne(file, sheet);
  }

  /** Returns the texts of a row. Call it in the order of the rows, because the file is read only once. */
  async read(number: number): Promise<readonly string[]> {
    while ((this.#row?.number ?? 0) < number) {
      const { value } = await this.#rows.next();
      if (value === undefined) break;
      this.#row = value;
    }
    const cells = this.#row?.number === number ? this.#row.cells : [];
    return this.#columns.map((at) => cellText(cells[at]));
  }
}

/**
 * Calls `use` with the context columns of a sheet while its file is open; with none for a sheet that does not fit, which
 * has no rows, either.
 */
export async function withContextColumns<Result>(
  ports: Omit<SheetRunPorts, 'locks'>,
  id: string,
  use: (context: ContextColumns | undefined) => Promise<Result>,
): Promise<Result> {
  const { options, storage } = await sheetRun(ports, id, assess);
  const file = await storage.openSheet();
  try {
    const found = await findHeadings(file, options.intake).catch((error: unknown) => {
      if (error instanceof UsageError || error instanceof SheetError) return undefined;
      throw error;
    });
    return await use(found === undefined ? undefined : new ContextColumns(file, found));
  } finally {
    await file.close();
  }
}

async function* rowsOneByOne(
  file: Pick<SheetFile, 'rows'>,
  sheet: string,
): AsyncGenerator<SheetRow, undefined> {
  for await (const rows of file.rows(sheet)) yield* rows;
  return undefined;
}
