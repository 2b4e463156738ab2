import { count } from '../../wording/words.js';
import { assessWords } from './assess.js';
import type { OperationWords } from './operationWords.js';

const help = `
A round sends each row once, and again only if its inputs change. A round is
finished when none of its rows is unsent or pending and its results are in the
sheet. An unfinished round without a name continues for seven days, including
the day of the last work in it. On the day on which a round has finished, the
same command has nothing to do; on a later day, it starts a new round. A clock
that is set back never starts one. In schedules, name the round with --round:
the same name is always the same round. Without the journal, nothing is sent
until you add --without-journal, --new-round or --rows.

New scores replace the old ones; the columns Previous overall risk and Change
show the difference. rwa history lists all earlier assessments.

Examples:
  rwa reassess hires.xlsx                     all scored rows
  rwa reassess hires.xlsx --older-than 90d    not assessed for 90 days
  rwa reassess hires.xlsx --only-changed      inputs have changed
  rwa reassess hires.xlsx --where destination=Germany --yes --round 2027-04
                                              in a schedule: no confirmation
  rwa reassess hires.xlsx --round 2027-Q1     once in this quarter
  rwa reassess hires.xlsx --rows 14,20-31`;

export const reassessWords: OperationWords = {
  ...assessWords,
  canSendDuplicates: false,
  description: 'assess scored rows again, with their current inputs',
  infinitive: 'to assess again',
  sendAllStep: 'Assess the sheet again',
  sendValidStep: 'Or assess only the valid rows again',
  action: (rows) => `Assess ${count(rows, 'row')} again`,
  allDonePhrase: 'no row is left to assess again',
  help,
};
