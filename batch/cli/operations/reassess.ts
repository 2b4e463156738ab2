import { count } from '../../wording/words.js';
import { assessWords } from './assess.js';
import type { OperationWords } from './operationWords.js';

const help = `
A round sends each row once. On the same day, the same command continues the
round or has nothing to do. An unfinished round continues for seven days; after
that, a new one starts. New scores replace the old ones; the columns Previous
overall risk and Change show the difference. rwa history lists all earlier
assessments.

Examples:
  rwa reassess hires.xlsx                     all scored rows
  rwa reassess hires.xlsx --older-than 90d    not assessed for 90 days
  rwa reassess hires.xlsx --only-changed      inputs have changed
  rwa reassess hires.xlsx --where destination=Germany --yes
                                              in a schedule: no confirmation
  rwa reassess hires.xlsx --rows 14,20-31`;

/** The words of `rwa reassess`. */
export const reassessWords: OperationWords = {
  ...assessWords,
  description: 'assess scored rows again, with their current inputs',
  toDo: 'to assess again',
  doAll: 'Assess the sheet again',
  doRest: 'Or assess only the valid rows again',
  question: (rows) => `Assess ${count(rows, 'row')} again`,
  allDone: 'no row is left to assess again',
  help,
};
