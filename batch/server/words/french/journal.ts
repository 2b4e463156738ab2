import type { FileFault } from '../../../engine/files/fileMessages.js';
import type { JournalMessages } from '../../../engine/journal/journalMessages.js';
import type { RowState } from '../../../engine/journal/rowState.js';
import type { Wordings } from '../../../wording/wordings.js';
import { askOperator, inDownload } from './advice.js';
import { nameRow, ofRow, quoted } from './phrases.js';
import { nameService } from './service.js';
import { careForDisk, diskFault } from './sheets.js';

/** The word is not « journal », because the French page uses that word for its own log. */
const record = 'Le registre des envois de ce serveur';

export const restoreBackup = `${askOperator} de restaurer la sauvegarde la plus récente de son dossier de données. Cette sauvegarde ne contient pas ce qui a été envoyé depuis : consultez donc le service avant de relancer une exécution.`;

const recordLost = `${record} a été perdu ou endommagé ; rien de plus n’a donc été envoyé. ${restoreBackup}`;

/** These words follow "La ligne n’est plus « non confirmée »". */
const stateWords: Readonly<Record<RowState['state'], string>> = {
  Ready: ' : la prochaine exécution l’envoie',
  Sent: ' : une exécution est en train de l’envoyer',
  Unconfirmed: '',
  Pending: ' : son résultat est attendu',
  Scored: ' : elle est évaluée',
  Done: ' : elle est terminée',
  Rejected: ' : elle a été refusée',
  Forgotten: ' : les données de la personne ont été supprimées',
};

export const journalWording: Wordings<JournalMessages> = {
  namedJournalIsNew: () => recordLost,
  sheetHasOtherJournal: () => recordLost,
  journalOfOtherService: ({ itsService, service }) =>
    `Ce tableau a été utilisé avec ${nameService(itsService)}, et ce serveur utilise maintenant ${nameService(service)}. Rien n’a été envoyé. S’il s’agit du même service sous une autre URL, demandez à la personne qui gère ce serveur de le confirmer au prochain démarrage. S’il s’agit d’un autre service, il lui faut son propre dossier de données.`,
  backupWithoutJournal: () => recordLost,
  roundWithoutJournal: ({ round }) => {
    const which = round === undefined ? 'cette campagne' : `la campagne ${round}`;
    return `Le fichier montre des évaluations dont ce serveur n’a aucune trace ; il ne sait donc pas quelles lignes ont déjà été envoyées dans ${which}. Rien n’a été envoyé. Si aucune ne l’a été, choisissez « En commencer une nouvelle » dans « Campagne ».`;
  },
  sheetHasNamedJournal: () => recordLost,
  journalNotNoted: () => recordLost,
  journalUnreadable: ({ fault }) =>
    `${record} est illisible : ${diskFault(fault)}. ${adviseOn(fault)}`,
  journalNotWritable: ({ fault }) =>
    `${record} n’est pas accessible en écriture : ${diskFault(fault)}. Rien n’a été envoyé. ${adviseOn(fault)}`,
  journalWriteFailed: ({ fault }) =>
    `${record} n’est plus accessible en écriture : ${diskFault(fault)}. Rien de plus n’a été envoyé. ${askOperator} de libérer de l’espace ou de vérifier le disque, puis relancez l’exécution.`,
  journalChanged: () =>
    'Entre-temps, une autre exécution a utilisé ce tableau ; rien de plus n’a donc été envoyé. Relancez l’exécution.',
  journalLost: () => recordLost,
  journalLostForGood: () => recordLost,
  lockLost: () =>
    'Une autre exécution a pris en charge ce tableau ; rien de plus n’a donc été envoyé. Quand elle sera terminée, relancez l’exécution.',
  journalIsNoFile: () => recordLost,
  journalLinkIsBroken: () => recordLost,
  journalLineDamaged: () => recordLost,
  journalOfNewerVersion: () =>
    `${record} a été écrit par une version plus récente. Rien n’a été envoyé. ${askOperator} de mettre ce serveur à jour.`,
  lockHeld: () => 'Une autre exécution utilise ce tableau. Attendez qu’elle se termine.',
  staleLockStays: ({ fault }) =>
    `Une exécution précédente a laissé un verrou qui ne peut pas être repris (${diskFault(fault)}). ${askOperator} de vérifier son dossier de données.`,
  lockNotWritable: ({ fault }) =>
    `Le tableau ne peut pas être verrouillé : ${diskFault(fault)}. ${adviseOn(fault)}`,
  sheetHasSecondName: () =>
    `Le fichier importé a un second nom dans le dossier de données. Rien n’a été envoyé. ${askOperator} de supprimer ce second nom.`,
  rowNotUnconfirmed: ({ state }) =>
    `La ligne n’est plus « non confirmée »${state === undefined ? '' : stateWords[state]}. Aucune réponse n’est nécessaire.`,
  answerTooLate: () =>
    'Cette ligne a changé depuis que vous l’avez vue. Votre réponse n’a pas été enregistrée. Regardez la ligne à nouveau.',
  answerTooEarly({ waitSeconds, isInFuture }) {
    const clock = isInFuture
      ? ` ${askOperator} de corriger son horloge : elle indique une heure antérieure à l’envoi de la demande.`
      : '';
    return `Cette demande peut encore arriver au service. Rien n’a été modifié.${clock} Attendez ${waitSeconds} s, consultez à nouveau le service, et répondez à ce moment-là.`;
  },
  answerIsEmployeeId: ({ answer }) =>
    `${answer} est le matricule d’une ligne de ce tableau. Saisissez l’identifiant qu’affiche le service.`,
  answerIsNoId: ({ answer }) =>
    `${quoted(answer)} n’est pas un identifiant du service. Copiez-le depuis le service ; s’il n’y en a pas, indiquez-le.`,
  rowShowsForgottenId: ({ row, heading }) =>
    `La ligne ${row} du fichier contient encore la valeur de ${quoted(heading)} d’avant la suppression des données de la personne ; elle ne serait donc pas envoyée. Videz cette cellule ${inDownload}.`,
  assessmentIdMissing: () =>
    'Ce n’est pas un identifiant d’évaluation. Copiez-le depuis le service.',
  idOfEarlierAssessment: ({ assessmentId }) =>
    `L’identifiant d’évaluation ${assessmentId} appartient à l’évaluation précédente de la ligne. La nouvelle a un autre identifiant : copiez celui-ci depuis le service. S’il n’y en a pas, indiquez-le.`,
  rowIsNotNew: ({ row }) =>
    `La ligne ${row} n’attend plus que quelqu’un indique si elle est nouvelle.`,
  rowSentMeanwhile: ({ row }) => `La ligne ${row} a été envoyée entre-temps.`,
  rowHasNoAssessment: ({ row }) => `La ligne ${row} n’a plus d’évaluation.`,
  assessmentOnlyShown: ({ row, assessmentId }) =>
    `La ligne ${row} ne fait qu’afficher l’évaluation ${assessmentId}, qui appartient à une autre ligne ou à une autre personne. Videz les cellules de résultats de la ligne ${row} ${inDownload}.`,
  assessmentOnlyInSheet: ({ row, assessmentId }) =>
    `L’évaluation ${assessmentId} de la ligne ${row} se trouve seulement dans le fichier ; ce serveur n’en a aucune trace. Pour la corriger, saisissez le bon « Assessment ID » dans la ligne et videz ses scores ${inDownload}.`,
  idOfOtherRow({ id, row, owner, isEarlier }) {
    const look = `L’identifiant ${id} est déjà celui ${ofRow(owner)} et ne peut pas être aussi celui ${ofRow(row)}. Vérifiez dans le service à laquelle des deux il appartient.`;
    if (owner === undefined || isEarlier) return look;
    return `${look} Si ce n’est pas celui ${ofRow(owner)}, ouvrez ${nameRow(owner)} dans « Résultats » et choisissez « Ce n’est pas son évaluation… ».`;
  },
};

function adviseOn({ code }: FileFault): string {
  return `${askOperator} ${careForDisk(code)}, puis relancez l’exécution.`;
}
