import { scores } from '../../page/browser/language/fr/scores.js';
import type { ResultsCsvWords } from '../resultsCsv.js';
import { nameInput } from './labels.js';

/** The headings of the status and the Assessment ID are English for the same reason as in German. */
export const resultsCsv: ResultsCsvWords = {
  headings: {
    row: 'Ligne',
    employeeId: 'Matricule',
    purpose: 'Motif',
    destination: 'Pays de destination',
    rowStatus: 'Assessment status',
    message: 'Message',
    ...scores,
    peLevel: 'Niveau de risque d’établissement stable',
    change: 'Évolution du risque global',
    assessmentId: 'Assessment ID',
    assessedAt: 'Évaluée le',
    report: 'Rapport',
    status: 'Décision enregistrée',
    by: 'Enregistrée par',
    doneAt: 'Enregistrée le',
    note: 'Remarque sur la décision',
    earlier: 'Décision précédente',
    unrecorded: 'Décision non enregistrée',
  },
  nameInput,
  headingOfSheet: (heading) => `${heading} (tableau)`,
  beingRecorded: 'enregistrement en cours',
  separator: ';',
  decimalMark: ',',
};
