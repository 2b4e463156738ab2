import type { TypedRowWords } from '../typedRows.js';

const sentAgain =
  'Elle est envoyée comme nouvelle demande ; si aucune n’apparaît, invitez à nouveau la personne.';

export const typedRows: TypedRowWords = {
  decidedAgain: 'Non envoyée : une autre décision a été prise entre-temps.',
  decisionRestored:
    'Ce serveur a été restauré à partir d’une sauvegarde pendant l’envoi. Vérifiez dans le service ce qui est enregistré, puis décidez à nouveau.',
  noAssessment: (row) => `La ligne ${row} n’a pas d’évaluation à jour.`,
  idNotVerified: (row) =>
    `Il n’est pas certain que l’identifiant d’évaluation de la ligne ${row} appartienne à cette personne. Lancez une exécution dans « Évaluation » pour récupérer ses scores, puis décidez.`,
  doneBefore: 'Cela a déjà été fait ; rien n’a donc été envoyé.',
  mayBeInvited:
    'Le serveur a été arrêté pendant une invitation précédente, qui a peut-être été envoyée ; rien n’a donc été envoyé. Si cette personne n’a pas d’accès, retirez encore une fois l’accès, puis invitez-la à nouveau.',
  emailOfOther: (person, isInvited) =>
    `${person} : cette personne a été invitée avec la même adresse e-mail, mais d’autres données ; rien n’a donc été envoyé. ${isInvited ? `Corrigez l’adresse e-mail, ou retirez d’abord l’accès de ${person}.` : 'Corrigez l’adresse e-mail.'}`,
  interrupted:
    'Le serveur a été arrêté pendant l’opération. Relancez-la ici : ce qui a peut-être déjà pris effet n’est pas envoyé deux fois.',
  invitationExists: (by) => `${by} a indiqué que l’invitation existe.`,
  invitationMissing: (by) => `${by} a indiqué que l’invitation n’existe pas. ${sentAgain}`,
  invitationMeant: (by) => `${by} a indiqué que cette invitation est voulue. ${sentAgain}`,
};
