import type { NewAssessment } from '../../../src/assessment.js';
import type { SheetRow } from '../../../sheets/sheet.js';
import { hashPlaces } from './cellHash.js';
import { type Columns, headingText } from './columns.js';
import type { IntakeOptions } from './intakeOptions.js';
import type { IntakeRow, PreviousResults } from './intakeRow.js';
import { withKnownTexts } from './knownTexts.js';
import { readPreviousResults, toCellFinder } from './previousResults.js';
import type { ReadRow } from './readRows.js';
import { employeeKey, foundKey, type HashOf, plainHash, RowKeys, tripKey } from './rowKey.js';
import { readProof } from './shownProof.js';
import { detached } from './detached.js';

/**
 * Converts rows to their compact form, in the order of the sheet. Numbers rows with equal
 * requests.
 */
export class IntakeRows {
  readonly #options: IntakeOptions;
  readonly #columns: Columns;
  readonly #hashOf: HashOf;
  readonly #keys: RowKeys;
  readonly #places: ReadonlyMap<string, number>;

  constructor(options: IntakeOptions, columns: Columns) {
    this.#options = options;
    this.#columns = columns;
    this.#hashOf = options.hashOf ?? plainHash;
    this.#keys = new RowKeys(options.inputs, this.#hashOf);
    this.#places = hashPlaces(options.inputs.headings.columns);
  }

  /** Converts the next row of the sheet. */
  next(row: SheetRow, read: ReadRow): IntakeRow {
    const { inputs, known } = this.#options;
    const at = toCellFinder(this.#columns, row);
    const previous = this.#proven(readPreviousResults(inputs, at, { known, places: this.#places }));
    return withKnownTexts(known, {
      ...this.#keyed(row.number, read, previous),
      ...this.#trip(read),
      ...this.#subject(read),
      ...this.#employee(read),
      ...this.#context(row),
      ...(read.corrected === undefined ? {} : { corrected: read.corrected }),
      ...(row.hidden === true ? { hidden: row.hidden } : {}),
    });
  }

  #proven(previous: PreviousResults | undefined): PreviousResults | undefined {
    const { proofs } = this.#options;
    if (previous?.reference === undefined || proofs === undefined) return previous;
    const shown = readProof(previous.reference, previous.id, this.#hashOf, proofs);
    return shown === undefined ? previous : { ...previous, shown };
  }

  #trip(read: ReadRow): Pick<IntakeRow, 'trip'> {
    if (this.#options.proofs?.needsTrips !== true || !('request' in read)) return {};
    return { trip: tripKey(read.request, this.#hashOf) };
  }

  #keyed(number: number, read: ReadRow, previous: PreviousResults | undefined): IntakeRow {
    const before = previous === undefined ? {} : { previous };
    const { otherRequests } = read;
    if ('request' in read) {
      const { request: inputs } = read;
      const others = otherRequests === undefined ? {} : { otherInputs: otherRequests };
      const keys = this.#keys.next(inputs, number, otherRequests);
      return { number, inputs, ...others, ...keys, ...before };
    }
    const key = toUnreadableKey(previous);
    const alternateKeys = this.#keys.alternateKeys(otherRequests ?? [], number);
    const { problems, readable = {} } = read;
    return { number, key, problems, readable, ...alternateKeys, ...before };
  }

  #subject(read: ReadRow): Pick<IntakeRow, 'subject'> {
    const request = 'request' in read ? read.request : read.otherRequests?.[0];
    if (this.#options.inputs.name !== 'rwa_create' || request === undefined) return {};
    // Shares the request object to save memory.
    return { subject: request as NewAssessment };
  }

  #employee(read: ReadRow): Pick<IntakeRow, 'employee'> {
    const { person } = this.#options.inputs;
    if (person === undefined || !('request' in read)) return {};
    const id = (read.request as Readonly<Record<string, string | undefined>>)[person];
    return { employee: employeeKey(id ?? '', this.#hashOf) };
  }

  #context({ cells }: SheetRow): Pick<IntakeRow, 'context'> {
    const shown = this.#columns.context.map((column) => headingText(cells[column])).filter(Boolean);
    return shown.length === 0 ? {} : { context: detached(shown.join(' ')) };
  }
}

/** Returns the key of an unreadable row from its ID; empty without an ID. */
export function toUnreadableKey(previous: PreviousResults | undefined): string {
  return previous?.id ? foundKey(previous.id) : '';
}
