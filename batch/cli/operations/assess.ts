import { count } from '../../wording/words.js';
import { assessmentExample } from '../../template/assessmentExample.js';
import type { OperationWords } from './operationWords.js';

const help = `
To continue after an interruption, run the same command again; no row is sent
twice.

Examples:
  rwa assess hires.xlsx --sandbox            try it; writes hires.sandbox.xlsx
  rwa assess hires.xlsx                      writes the scores into hires.xlsx
  rwa assess trips.csv --output scored.csv   leave trips.csv unchanged`;

/** The words of `rwa assess`. */
export const assessWords: OperationWords = {
  description: 'create an assessment for every row, wait for the scores, write them back',
  rowNoun: 'assessment',
  toDo: 'to assess',
  passive: 'assessed',
  doAll: 'Assess the sheet',
  doRest: 'Or assess only the valid rows',
  question: (rows) => `Assess ${count(rows, 'row')}`,
  allDone: 'every row is scored',
  describe: ({ employeeId = '', purpose = '', destination = '', startDate, endDate }) => [
    `employee ${employeeId}`,
    purpose,
    destination,
    `${toDay(startDate)} to ${toDay(endDate)}`,
  ],
  id: 'Assessment ID',
  sendsDuplicates: true,
  unconfirmed: 'The assessment may exist: check in the service, then run rwa resolve.',
  help,
  example: assessmentExample,
};

function toDay(dateTime: string | number = ''): string {
  return String(dateTime).slice(0, 10);
}
