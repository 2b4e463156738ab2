import type { SheetRow } from '../../../sheets/sheet.js';
import { columnIndex } from '../../../sheets/xlsx/address.js';
import { sanitize } from '../../../src/sanitized.js';
import { normalizeText } from '../../../src/spelling.js';
import { invitationFields } from '../../../src/staff.js';
import { toLine } from '../../engine/intake/cellValues.js';
import { HeadingNames } from '../../engine/intake/headingNames.js';
import type { SheetInspection } from '../../engine/intake/sheetInspection.js';
import { shorten } from '../../wording/words.js';
import type { MatchChoice, Matching } from '../contract/shapes.js';

/** These fields are no inputs, so no request contains them. */
const contextFields = {
  name: {
    label: 'Name',
    help: 'The name of the person, or the last name. Shown beside the Employee ID, never sent.',
  },
  firstName: {
    label: 'First name',
    help: 'Needed if the name column contains only the last name. Shown before the name, never sent.',
  },
  department: { label: 'Department', help: 'Shown beside the Employee ID, never sent.' },
} as const;

export type ContextName = keyof typeof contextFields;

const names = Object.keys(contextFields) as ContextName[];

export function isContextName(field: string): field is ContextName {
  return Object.hasOwn(contextFields, field);
}

const headings = new HeadingNames(
  {
    name: { label: 'Name', aliases: ['Full name', 'Employee name', 'Employee', 'Person'] },
    first_name: invitationFields.first_name,
    last_name: invitationFields.last_name,
    department: {
      label: 'Department',
      aliases: ['Dept', 'Division', 'Business unit', 'Organisational unit', 'Team'],
    },
  },
  [],
);

interface Proposal {
  readonly column: string;
  readonly heading: string;
  /** True if the heading is in another language: a person must confirm the column. */
  readonly isGuess: boolean;
}

function proposeColumns({
  columns,
  inputs,
}: Pick<SheetInspection, 'columns' | 'inputs'>): Readonly<
  Record<ContextName, Proposal | undefined>
> {
  const usedColumns = new Set(inputs.flatMap(({ column, guess }) => [column, guess?.column]));
  const found = new Map<string, Proposal>();
  for (const { letter: column, heading, isOurs } of columns) {
    if (isOurs || usedColumns.has(column)) continue;
    const exact = headings.findField(heading);
    const field = exact ?? headings.guessField(heading);
    const earlier = field === undefined ? undefined : found.get(field);
    if (field === undefined || earlier?.isGuess === false) continue;
    if (earlier !== undefined && exact === undefined) continue;
    found.set(field, { column, heading, isGuess: exact === undefined });
  }
  const lastName = found.get('last_name');
  const fullName = found.get('name');
  return {
    name: lastName ?? fullName,
    // "Nombre" means the first name if there is also a column "Apellidos".
    firstName: found.get('first_name') ?? (lastName && fullName),
    department: found.get('department'),
  };
}

export function findContext(
  inspection: Pick<SheetInspection, 'columns' | 'inputs'>,
  choice: MatchChoice,
  confirmed: MatchChoice | undefined,
): Matching['fields'] {
  const proposed = proposeColumns(inspection);
  const letters = new Set(inspection.columns.map(({ letter }) => letter));
  return names.map((name) => {
    const proposal = proposed[name];
    const chosen = choice.columns[name];
    const column = chosen === undefined ? proposal?.column : chosen?.toUpperCase();
    const isUnconfirmed =
      proposal?.isGuess === true &&
      proposal.column === column &&
      confirmed?.columns[name]?.toUpperCase() !== column;
    return {
      name,
      ...contextFields[name],
      required: false,
      isContext: true as const,
      column: column !== undefined && letters.has(column) ? column : null,
      ...(isUnconfirmed ? { guessedFrom: sanitize(proposal.heading) } : {}),
      value: null,
    };
  });
}

/** A guessed column is shown only after a person has confirmed it. */
export function findShownColumns(fields: Matching['fields']): Partial<Record<ContextName, number>> {
  return Object.fromEntries(
    fields.flatMap(({ name, column, isContext, guessedFrom }) =>
      isContext === true && column !== null && guessedFrom === undefined
        ? [[name, columnIndex(column)]]
        : [],
    ),
  );
}

export interface RowContext {
  readonly name: string;
  readonly department: string;
}

export class ContextReader {
  readonly #columns: Partial<Record<ContextName, number>>;
  readonly #rows = new Map<number, RowContext>();

  constructor(fields: Matching['fields']) {
    this.#columns = findShownColumns(fields);
  }

  readonly onCells = ({ number, cells }: SheetRow): void => {
    const readText = (name: ContextName) => {
      const column = this.#columns[name];
      return column === undefined ? '' : sanitize(shorten(toLine(cells[column]), 60));
    };
    const name = joinNames(readText('firstName'), readText('name'));
    const department = readText('department');
    if (name !== '' || department !== '') this.#rows.set(number, { name, department });
  };

  find(row: number): RowContext | undefined {
    return this.#rows.get(row);
  }
}

/** If one name contains the other, returns the longer one: "Weber, Anna" contains "Anna". */
function joinNames(first: string, last: string): string {
  if (first === '' || last === '') return first + last;
  if (containsWords(last, first)) return last;
  return containsWords(first, last) ? first : `${first} ${last}`;
}

function containsWords(name: string, other: string): boolean {
  const words = new Set(normalizeText(name).split(' '));
  return normalizeText(other)
    .split(' ')
    .every((word) => words.has(word));
}
