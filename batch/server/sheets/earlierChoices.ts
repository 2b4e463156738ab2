import type { FieldKind } from '../../../src/field.js';
import { assessmentFields } from '../../../src/assessmentFields.js';
import type { Store } from '../db/store.js';

/** The kinds of inputs that many people share. A date or a number belongs to one person. */
const kinds: ReadonlySet<FieldKind> = new Set(['choice', 'openChoice', 'country']);

const fields = Object.entries(assessmentFields).flatMap(([name, { kind }]) =>
  kinds.has(kind) ? [name] : [],
);

/** The most choices to read. Of more, the latest count. */
const maxChoices = 5_000;

interface RejectedValue {
  readonly field: string;
  /** The text of the cell. */
  readonly value: string;
  /** The value that a person has already chosen in this sheet. */
  readonly readAs?: string | undefined;
}

/** Returns what people last chose in other sheets instead of a value; undefined if nobody has. */
export type FindEarlierChoice = (rejected: RejectedValue) => string | undefined;

/** Reads the values that people have chosen for all rows of other sheets. Deleting a sheet deletes its choices. */
export async function readEarlierChoices({ db }: Store, sheet: string): Promise<FindEarlierChoice> {
  const found = await db
    .selectFrom('correction')
    .select(['field', 'value', 'corrected'])
    .where('sheet', '<>', sheet)
    .where('row', 'is', null)
    .where('field', 'in', fields)
    .orderBy('made_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(maxChoices)
    .execute();
  const choices = new Map(
    found.toReversed().map(({ field, value, corrected }) => [toKey({ field, value }), corrected]),
  );
  return (rejected) => (rejected.readAs === undefined ? choices.get(toKey(rejected)) : undefined);
}

function toKey({ field, value }: RejectedValue): string {
  return JSON.stringify([field, value]);
}
