import type { SheetCommand } from '../../../engine/sheetCommand.js';

export const askOperator = 'Demandez à la personne qui gère ce serveur';

export const answerWhetherItExists =
  'ouvrez « À vérifier » dans « Résultats » et indiquez si l’évaluation existe';

/** Without this number, a round would also send other rows. */
export const numberOfThisRow = 'le numéro de cette ligne dans « Seulement ces lignes »';

/** The original file lacks the results, so a row that was sent with a correction would be sent again. */
export const inDownload =
  'dans le fichier obtenu avec « Télécharger le tableau avec les scores » dans « Résultats », puis importez ce fichier';

export const pressAssess = 'cliquez sur « Évaluer » dans « Évaluation »';

export const reassessRow = `ouvrez « Réévaluation », saisissez ${numberOfThisRow} et cliquez sur « Réévaluer » pour l’évaluer avec les nouvelles données`;

/** Does not name the button, because its text depends on the rows. */
export const runAgain = 'lancez une exécution dans « Évaluation »';

export const runRoundAgain = `ouvrez « Réévaluation », saisissez ${numberOfThisRow} et lancez l’exécution`;

/** The correction is lost: downloads contain no corrections, and the retention job deletes them. */
export const correctAgain =
  'Si personne n’a modifié ses données, la ligne a été corrigée dans « Vérification » avant d’être envoyée : refaites-y la même correction.';

export const wrongId =
  'Si l’identifiant d’évaluation est incorrect, ouvrez la ligne dans « Résultats » et saisissez le bon, ou indiquez qu’il n’y en a pas.';

export const lookUp =
  'Cherchez la ligne dans le service, puis ouvrez-la dans « Résultats » et saisissez son identifiant d’évaluation, ou indiquez qu’il n’y en a pas.';

export const onlyInSheet =
  'D’après le fichier, la ligne a été envoyée, mais aucune réponse n’est arrivée ; ce serveur n’en a aucune trace.';

export const rowNouns: Readonly<Record<SheetCommand, string>> = {
  assess: 'évaluation',
  reassess: 'évaluation',
  decide: 'décision',
  invite: 'invitation',
  'remove-access': 'personne',
};

export function adviseFetch(operation: SheetCommand): string {
  return operation === 'reassess'
    ? `Pour obtenir le résultat, ${runRoundAgain}.`
    : `Pour obtenir le résultat, ${runAgain}.`;
}
