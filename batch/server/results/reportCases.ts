import type { Selectable } from 'kysely';
import type { ReportCase } from '../../engine/report/reportData.js';
import type { RowTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import { scoreColumns, scoresIn } from './scoreColumns.js';

/** Leaves out the request: in a large sheet it is most of the data. */
const columns = [
  'number',
  'employee_id',
  'purpose',
  'destination',
  'status',
  'message',
  ...scoreColumns,
  'assessment_id',
  'redirect_url',
  'assessed_at',
  'previous_overall',
  'previous_at',
] as const;

/** Above this many distinct values, interning texts no longer saves memory. */
const maxInterned = 1_000;

/** Returns the rows of a sheet, for its report. A text that many rows have in common is in memory once. */
export async function reportCases({ db }: Store, sheet: string): Promise<ReportCase[]> {
  const found = db
    .selectFrom('row')
    .select(columns)
    .where('sheet', '=', sheet)
    .orderBy('number')
    .stream(2_000);
  const intern = createInterner();
  const cases: ReportCase[] = [];
  for await (const row of found) cases.push(caseIn(row, intern));
  return cases;
}

function caseIn(
  row: Pick<Selectable<RowTable>, (typeof columns)[number]>,
  intern: <Text extends string>(text: Text) => Text,
): ReportCase {
  const scores = scoresIn(row);
  const { assessment_id: assessmentId, redirect_url: redirectUrl, assessed_at: assessedAt } = row;
  const { previous_overall: previous, previous_at: previousAt } = row;
  return {
    row: row.number,
    employeeId: row.employee_id,
    purpose: intern(row.purpose),
    destination: intern(row.destination),
    status: intern(row.status),
    message: intern(row.message),
    ...(Object.keys(scores).length === 0 ? {} : { scores }),
    ...(assessmentId === null ? {} : { assessmentId }),
    ...(redirectUrl === null ? {} : { redirectUrl }),
    ...(assessedAt === null ? {} : { assessedAt }),
    ...(previous === null
      ? {}
      : {
          previous: {
            overallTrip: previous,
            ...(previousAt === null ? {} : { assessedAt: previousAt }),
          },
        }),
  };
}

function createInterner(): <Text extends string>(text: Text) => Text {
  const texts = new Map<string, string>();
  return <Text extends string>(text: Text) => {
    const known = texts.get(text);
    // The same text, so of the same type.
    if (known !== undefined) return known as Text;
    if (texts.size < maxInterned) texts.set(text, text);
    return text;
  };
}
