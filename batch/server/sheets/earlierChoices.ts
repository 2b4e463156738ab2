import type { FieldKind, Fields } from '../../../src/field.js';
import { assessmentFields } from '../../../src/assessmentFields.js';
import { suggestEnglishName } from '../../../src/foreignCountries.js';
import type { Store } from '../db/store.js';

/** Many people share these values. A date or a number belongs to one person. */
const kinds: ReadonlySet<FieldKind> = new Set(['choice', 'openChoice', 'country']);

const inputs: Fields = assessmentFields;
const names = Object.keys(inputs).filter((name) => kinds.has(inputs[name]?.kind ?? 'text'));

/** The latest choices count. */
const maxChoices = 5_000;

interface RejectedValue {
  readonly field: string;
  readonly value: string;
  readonly readAs?: string | undefined;
  readonly suggestion?: string | undefined;
}

/**
 * A choice counts only in its sheet if it is for empty cells, or if it sends nothing or the value itself. A known
 * spelling keeps its meaning.
 */
export type FindEarlierChoice = (rejected: RejectedValue) => string | undefined;

/** Deleting a sheet deletes its choices. */
export async function readEarlierChoices({ db }: Store, sheet: string): Promise<FindEarlierChoice> {
  const found = await db
    .selectFrom('correction')
    .select(['field', 'value', 'corrected'])
    .where('sheet', '<>', sheet)
    .where('row', 'is', null)
    .where('field', 'in', names)
    .where('value', '<>', '')
    .where('corrected', '<>', '')
    .whereRef('corrected', '<>', 'value')
    .orderBy('made_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(maxChoices)
    .execute();
  const choices = new Map(
    found.toReversed().map(({ field, value, corrected }) => [toKey({ field, value }), corrected]),
  );
  return (rejected) => {
    const choice = choices.get(toKey(rejected));
    // Few values have a choice, and to look for a known spelling takes longer.
    if (choice === undefined || rejected.readAs !== undefined) return undefined;
    return isKnownSpelling(rejected) ? undefined : choice;
  };
}

/** Only suggestions for countries can be uncertain. */
function isKnownSpelling({ field, value, suggestion }: RejectedValue): boolean {
  return inputs[field]?.kind === 'country'
    ? suggestEnglishName(value)?.isCertain === true
    : suggestion !== undefined;
}

function toKey({ field, value }: RejectedValue): string {
  return JSON.stringify([field, value]);
}
