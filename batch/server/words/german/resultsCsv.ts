import { scores } from '../../page/browser/language/de/scores.js';
import type { ResultsCsvWords } from '../resultsCsv.js';
import { nameInput } from './labels.js';

/** The Assessment ID has the same heading as in the workbook. */
export const resultsCsv: ResultsCsvWords = {
  headings: {
    row: 'Zeile',
    employeeId: 'Personalnummer',
    purpose: 'Zweck',
    destination: 'Zielland',
    rowStatus: 'Status',
    message: 'Meldung',
    overallTrip: withoutHyphens(scores.overallTrip),
    workingRights: withoutHyphens(scores.workingRights),
    payrollTax: withoutHyphens(scores.payrollTax),
    socialSecurity: withoutHyphens(scores.socialSecurity),
    corporateTax: withoutHyphens(scores.corporateTax),
    employmentLaw: withoutHyphens(scores.employmentLaw),
    contractorMisclass: withoutHyphens(scores.contractorMisclass),
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

/** Removes the soft hyphens that the narrow columns of the page need. */
function withoutHyphens(text: string): string {
  return text.replaceAll('\u00AD', '');
}
