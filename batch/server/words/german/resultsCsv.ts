import { scores } from '../../page/browser/language/de/scores.js';
import type { ResultsCsvWords } from '../resultsCsv.js';
import { nameInput } from './labels.js';

/**
 * `Assessment status` and `Assessment ID` are English, as in the workbook. They show that the rows of a sheet that was
 * made from the CSV were sent.
 */
export const resultsCsv: ResultsCsvWords = {
  headings: {
    row: 'Zeile',
    employeeId: 'Personalnummer',
    purpose: 'Zweck',
    destination: 'Zielland',
    rowStatus: 'Assessment status',
    message: 'Meldung',
    overallTrip: removeSoftHyphens(scores.overallTrip),
    workingRights: removeSoftHyphens(scores.workingRights),
    payrollTax: removeSoftHyphens(scores.payrollTax),
    socialSecurity: removeSoftHyphens(scores.socialSecurity),
    corporateTax: removeSoftHyphens(scores.corporateTax),
    employmentLaw: removeSoftHyphens(scores.employmentLaw),
    contractorMisclass: removeSoftHyphens(scores.contractorMisclass),
    peLevel: 'Risikostufe Betriebsstätte',
    change: 'Änderung des Gesamtrisikos',
    assessmentId: 'Assessment ID',
    assessedAt: 'Bewertet am',
    report: 'Bericht',
    status: 'Erfasste Entscheidung',
    by: 'Erfasst von',
    doneAt: 'Erfasst am',
    note: 'Anmerkung zur Entscheidung',
    earlier: 'Frühere Entscheidung',
    unrecorded: 'Nicht erfasste Entscheidung',
  },
  nameInput,
  headingOfSheet: (heading) => `${heading} (Tabelle)`,
  beingRecorded: 'wird erfasst',
  separator: ';',
  decimalMark: ',',
};

/** The narrow columns of the page need soft hyphens, the CSV does not. */
function removeSoftHyphens(text: string): string {
  return text.replaceAll('\u00AD', '');
}
