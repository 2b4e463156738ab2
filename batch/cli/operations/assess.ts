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

export const assessWords: OperationWords = {
  description: 'create an assessment for every row, wait for the scores, write them back',
  rowNoun: 'assessment',
  infinitive: 'to assess',
  participle: 'assessed',
  sendAllStep: 'Assess the sheet',
  sendValidStep: 'Or assess only the valid rows',
  action: (rows) => `Assess ${count(rows, 'row')}`,
  allDonePhrase: 'every row is scored',
  describe: ({ employeeId = '', purpose = '', destination = '', startDate, endDate }) => [
    `employee ${employeeId}`,
    purpose,
    destination,
    `${toDay(startDate)} to ${toDay(endDate)}`,
  ],
  idNoun: 'Assessment ID',
  canSendDuplicates: true,
  unconfirmedAdvice: 'The assessment may exist: check in the service, then run rwa resolve.',
  help,
  example: assessmentExample,
};

function toDay(dateTime: string | number = ''): string {
  return String(dateTime).slice(0, 10);
}
