import { assess } from '../../engine/operations/assess.js';
import { decisionHeadings } from '../../engine/intake/recordedDecisions.js';
import { type RiskKind, riskLabels } from '../../engine/report/risks.js';
import { purposeResults } from '../../../src/riskResult.js';

type DecisionColumn = (typeof decisionHeadings)[number]['name'];
type OtherColumn =
  | 'row'
  | 'employeeId'
  | 'purpose'
  | 'destination'
  | 'rowStatus'
  | 'message'
  | 'peLevel'
  | 'change'
  | 'assessmentId'
  | 'assessedAt'
  | 'report'
  | 'unrecorded';

export interface ResultsCsvWords {
  readonly headings: Readonly<Record<OtherColumn | RiskKind | DecisionColumn, string>>;
  /** Names a column of the sheet that has the same heading as one of our columns. */
  readonly headingOfSheet: (heading: string) => string;
  readonly nameInput: (field: string) => string;
  /** Follows the status of the decision and a colon. */
  readonly beingRecorded: string;
  /** The separator that Excel expects in this language. With another one, Excel shows each line as one cell. */
  readonly separator: ',' | ';';
  readonly decimalMark: '.' | ',';
}

const [status, by, doneAt, note, earlier] = decisionHeadings;

export const resultsCsv: ResultsCsvWords = {
  headings: {
    row: 'Row',
    employeeId: 'Employee ID',
    purpose: 'Purpose',
    destination: 'Destination',
    // The heading of the workbook, so that a row of this CSV is not sent again when the CSV is used as a sheet.
    rowStatus: 'Assessment status',
    message: 'Message',
    ...riskLabels,
    peLevel: purposeResults.cumulativePeRiskLevel,
    change: 'Change of overall risk',
    assessmentId: 'Assessment ID',
    assessedAt: 'Assessed at',
    report: 'Report',
    status: status.heading,
    by: by.heading,
    doneAt: doneAt.heading,
    note: note.heading,
    earlier: earlier.heading,
    unrecorded: 'Decision not recorded',
  },
  nameInput: (field) => assess.fields[field]?.label ?? field,
  headingOfSheet: (heading) => `${heading} (sheet)`,
  beingRecorded: 'being recorded',
  separator: ',',
  decimalMark: '.',
};
