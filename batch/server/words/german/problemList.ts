import type { ProblemListWords } from '../problemList.js';

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
