import type { ProblemListWords } from '../problemList.js';

/** The texts of the workbook that lists the problems of a sheet, in German. */
export const problemList: ProblemListWords = {
  worksheet: 'Probleme',
  headings: {
    row: 'Zeile',
    cell: 'Zelle',
    employeeId: 'Personalnummer',
    column: 'Spalte',
    value: 'Wert',
    problem: 'Was nicht stimmt',
    remedy: 'Was zu tun ist',
    suggestion: 'Vorschlag',
  },
};
