import type { RowStatus } from '../../engine/sheetCommand.js';
import type { ReportCase } from '../../engine/report/reportData.js';
import { scoreColumns, scoresIn } from './scoreColumns.js';
import type { Store } from './store.js';

/** Without what was sent: of a large sheet, that is more than all the rest. */
const columns = [
  ...['number', 'employee_id', 'purpose', 'destination', 'status', 'message'],
  ...scoreColumns.map(({ column }) => column),
  ...['assessment_id', 'redirect_url', 'assessed_at', 'previous_overall', 'previous_at'],
].join(', ');

/** A text with more different values than this is another one in most rows. */
const mostShared = 1_000;

/** The rows of a sheet, for its report. What many rows have in common is in memory once. */
export function reportCases({ db }: Store, sheet: string): ReportCase[] {
  const found = db
    .prepare(`SELECT ${columns} FROM row WHERE sheet = ? ORDER BY number`)
    .iterate(sheet);
  const shared = sharedTexts();
  return Array.from(found, (row) => caseIn(row, shared));
}

function caseIn(found: Record<string, unknown>, shared: (text: string) => string): ReportCase {
  const scores = scoresIn(found);
  const text = (name: string) => found[name] as string;
  const optional = (name: string) => (found[name] ?? undefined) as string | undefined;
  const [assessmentId, redirectUrl] = [optional('assessment_id'), optional('redirect_url')];
  const [assessedAt, previousAt] = [optional('assessed_at'), optional('previous_at')];
  const previous = found.previous_overall as number | null;
  return {
    row: found.number as number,
    employeeId: text('employee_id'),
    purpose: shared(text('purpose')),
    destination: shared(text('destination')),
    status: shared(text('status')) as RowStatus,
    message: shared(text('message')),
    ...(Object.keys(scores).length === 0 ? {} : { scores }),
    ...(assessmentId === undefined ? {} : { assessmentId }),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
    ...(assessedAt === undefined ? {} : { assessedAt }),
    ...(previous === null
      ? {}
      : {
          previous: {
            overallTrip: previous,
            ...(previousAt === undefined ? {} : { assessedAt: previousAt }),
          },
        }),
  };
}

function sharedTexts(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    if (texts.size < mostShared) texts.set(text, text);
    return text;
  };
}
