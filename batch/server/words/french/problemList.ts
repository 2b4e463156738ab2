import type { ProblemListWords } from '../problemList.js';

export const problemList: ProblemListWords = {
  worksheet: 'Problèmes',
  headings: {
    row: 'Ligne',
    cell: 'Cellule',
    employeeId: 'Matricule',
    column: 'Colonne',
    value: 'Valeur',
    problem: 'Problème',
    remedy: 'Que faire',
    suggestion: 'Suggestion',
  },
};
