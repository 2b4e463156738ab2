import type { Translation } from '../../../contract/languages.js';
import type { emails as english } from '../en/emails.js';

export const emails: Translation<typeof english> = {
  subject: '{{name}} : {{results}}',
  results: {
    assessed: 'lignes évaluées : {{scored, number}}',
    noneAssessed: 'aucune ligne évaluée',
    reassessed: 'réévaluation terminée',
    stopped: 'l’exécution a été arrêtée',
    failed: 'l’exécution a échoué',
    rejected_one: '{{count, number}} ligne refusée',
    rejected_other: '{{count, number}} lignes refusées',
    review_one: '{{count, number}} ligne à vérifier',
    review_other: '{{count, number}} lignes à vérifier',
    blocked_one: '{{count, number}} ligne à trancher',
    blocked_other: '{{count, number}} lignes à trancher',
  },
  ended: {
    assess: 'L’évaluation du fichier {{name}} est terminée. Durée : {{duration}}.',
    reassess: 'La réévaluation du fichier {{name}} est terminée. Durée : {{duration}}.',
    decide: 'L’enregistrement des décisions pour {{name}} est terminé. Durée : {{duration}}.',
  },
  stopped: {
    assess: 'L’évaluation du fichier {{name}} a été arrêtée. Durée : {{duration}}.',
    reassess: 'La réévaluation du fichier {{name}} a été arrêtée. Durée : {{duration}}.',
    decide: 'L’enregistrement des décisions pour {{name}} a été arrêté. Durée : {{duration}}.',
  },
  failed: {
    assess: 'L’évaluation du fichier {{name}} a échoué. Durée : {{duration}}.',
    reassess: 'La réévaluation du fichier {{name}} a échoué. Durée : {{duration}}.',
    decide: 'L’enregistrement des décisions pour {{name}} a échoué. Durée : {{duration}}.',
  },
  duration: {
    moment: 'moins d’une seconde',
    seconds: '{{seconds}} s',
    minutes: '{{minutes}} minutes',
    hours: '{{hours, number(minimumFractionDigits: 1; maximumFractionDigits: 1)}} heures',
  },
  scored_one: '{{count, number}} ligne du tableau a des scores.',
  scored_other: '{{count, number}} lignes du tableau ont des scores.',
  pending_one: '{{count, number}} ligne est en attente du score.',
  pending_other: '{{count, number}} lignes sont en attente du score.',
  rejected_one: '{{count, number}} ligne a été refusée.',
  rejected_other: '{{count, number}} lignes ont été refusées.',
  review_one: '{{count, number}} ligne est à vérifier.',
  review_other: '{{count, number}} lignes sont à vérifier.',
  blocked_one: '{{count, number}} ligne est à trancher dans « Vérification ».',
  blocked_other: '{{count, number}} lignes sont à trancher dans « Vérification ».',
  sandbox: 'Ce serveur utilise le bac à sable : tous les scores sont fictifs.',
  openSheet: 'Ouvrir le tableau',
  because: {
    began: 'Vous recevez cet e-mail parce que vous avez lancé cette exécution.',
    scheduled:
      'Vous recevez cet e-mail parce que vous avez défini la planification qui a lancé cette exécution.',
    allEnds:
      'Vous recevez cet e-mail parce que vous avez demandé une notification pour chaque exécution.',
    allReviews:
      'Vous recevez cet e-mail parce que vous avez demandé une notification pour chaque exécution après laquelle des lignes sont à vérifier.',
  },
  chooseNotices: 'Choisir vos notifications',
  link: '{{label}} : {{address}}',
  test: {
    subject: 'Message de test de Remote Work Assessment',
    text: 'Un administrateur a envoyé ce message pour tester le serveur de messagerie. Vous n’avez rien à faire.',
    openPage: 'Ouvrir la page',
  },
};
