// Advice in French that several messages share.

import type { SheetCommand } from '../../../engine/sheetCommand.js';

/** Where to settle a row without an answer, as a part of a sentence. */
export const answerWhetherItExists =
  'ouvrez « À vérifier » dans « Résultats » et indiquez si l’évaluation existe';

/**
 * Names the value and the field with which a round sends only this row, as a part of a sentence. Without row numbers, a
 * round would send other rows, too.
 */
export const numberOfThisRow = 'le numéro de cette ligne dans « Seulement ces lignes »';

/**
 * Which file to edit, as a part of a sentence. The original file does not contain the corrections under Check, so rows that
 * were sent with a correction would be sent again.
 */
export const inDownload =
  'dans le fichier obtenu avec « Télécharger le tableau avec les scores » dans « Résultats », puis importez ce fichier';

/** How to send new or corrected rows, as a part of a sentence. */
export const pressAssess = 'cliquez sur « Évaluer » dans « Évaluation »';

/** How to assess a row with new inputs, as a part of a sentence. */
export const reassessRow = `ouvrez « Réévaluation », saisissez ${numberOfThisRow} et cliquez sur « Réévaluer » pour l’évaluer avec les nouvelles données`;

/** How to start a run, as a part of a sentence. Its button depends on the rows. */
export const runAgain = 'lancez une exécution dans « Évaluation »';

/** How to get the result of this row in a round, as a part of a sentence. */
export const runRoundAgain = `ouvrez « Réévaluation », saisissez ${numberOfThisRow} et lancez l’exécution`;

/** Advice for a row whose correction is lost: files do not contain corrections, and retention deletes them. */
export const correctAgain =
  'Si personne n’a modifié ses données, la ligne a été corrigée dans « Vérification » avant d’être envoyée : refaites-y la même correction.';

/** The remedy for an Assessment ID that the service has no result for. */
export const wrongId =
  'Si l’identifiant d’évaluation est incorrect, ouvrez la ligne dans « Résultats » et saisissez le bon, ou indiquez qu’il n’y en a pas.';

/** How to find the assessment of a row. */
export const lookUp =
  'Cherchez la ligne dans le service, puis ouvrez-la dans « Résultats » et saisissez son identifiant d’évaluation, ou indiquez qu’il n’y en a pas.';

/** The sentence about a row that only the file shows as sent. */
export const onlyInSheet =
  'D’après le fichier, la ligne a été envoyée, mais aucune réponse n’est arrivée ; ce serveur n’en a aucune trace.';

/** The nouns for a row of a sheet. */
export const rowNouns: Readonly<Record<SheetCommand, string>> = {
  assess: 'évaluation',
  reassess: 'évaluation',
  decide: 'décision',
  invite: 'invitation',
  'remove-access': 'personne',
};

/** Returns a sentence about how to get a result that is pending or could not be read. */
export function adviseFetch(operation: SheetCommand): string {
  return operation === 'reassess'
    ? `Pour obtenir le résultat, ${runRoundAgain}.`
    : `Pour obtenir le résultat, ${runAgain}.`;
}
