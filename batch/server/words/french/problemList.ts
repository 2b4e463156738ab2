import type { ProblemListWords } from '../problemList.js';

/** The texts of the workbook that lists the problems of a sheet, in French. */
export const problemList: ProblemListWords = {
  worksheet: 'Problèmes',
  headings: {
    row: 'Ligne',
    cell: 'Cellule',
    employeeId: 'Matricule',
    column: 'Colonne',
    value: 'Valeur',
    problem: 'Le problème',
    remedy: 'Que faire',
    suggestion: 'Suggestion',
  },
};
