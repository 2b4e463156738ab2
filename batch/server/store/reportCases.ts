import type { RowStatus } from '../../engine/intake/statusWords.js';
import type { ReportCase } from '../../engine/report/reportData.js';
import { scoresIn } from './scoreColumns.js';
import type { Store } from './store.js';

/** The rows of a sheet, for its report. */
export function reportCases({ db }: Store, sheet: string): ReportCase[] {
  return db.prepare('SELECT * FROM row WHERE sheet = ? ORDER BY number').all(sheet).map(caseIn);
}

function caseIn(found: Record<string, unknown>): ReportCase {
  const scores = scoresIn(found);
  const text = (name: string) => found[name] as string;
  const optional = (name: string) => (found[name] ?? undefined) as string | undefined;
  const [assessmentId, redirectUrl] = [optional('assessment_id'), optional('redirect_url')];
  const [assessedAt, previousAt] = [optional('assessed_at'), optional('previous_at')];
  const previous = found.previous_overall as number | null;
  return {
    row: found.number as number,
    employeeId: text('employee_id'),
    purpose: text('purpose'),
    destination: text('destination'),
    status: text('status') as RowStatus,
    message: text('message'),
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
