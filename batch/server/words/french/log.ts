import { isRedirect, type WebhookProblem } from '../../../http/webhookProblem.js';
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import { decisions } from '../../page/browser/language/fr/decisions.js';
import { terms } from '../../page/browser/language/fr/terms.js';
import type { LogWords } from '../log.js';
import { wordFault } from '../mailServer.js';
import { faultText, remedyText } from './requests.js';
import { proxyUnusable } from './findings.js';
import { mailServer } from './mailServer.js';
import { choose, countRows, formatDay, formatNumber, quoted } from './phrases.js';

export const log: LogWords = {
  actions: {
    signedInWithPassword: () => 'Connexion avec un mot de passe',
    signedInWithLink: () => 'Connexion avec un lien',
    signedInWithProvider: ({ provider }) => `Connexion avec ${provider}`,
    roleEndedByProvider: ({ provider }) =>
      `N’a plus de rôle ici d’après ${provider} ; toutes les sessions et tous les jetons ont pris fin`,
    passwordChanged: () => 'Mot de passe modifié',
    renamed: ({ name }) => `Nom remplacé par ${quoted(name)}`,
    noticeAddressChanged: () => 'Adresse des notifications par e-mail modifiée',
    tokenCreated: ({ token, role }) =>
      `Jeton ${quoted(token)} créé avec le rôle ${quoted(terms.roles[role])}`,
    tokenRevoked: () => 'Jeton révoqué',

    memberInvited: ({ name, role }) =>
      `Membre invité : ${name}, avec le rôle ${quoted(terms.roles[role])}`,
    invitationWithdrawn: () => 'Invitation retirée',
    roleChanged: ({ name, from, to }) =>
      `Rôle attribué à ${name} : ${quoted(terms.roles[to])} au lieu de ${quoted(terms.roles[from])}`,
    memberRemoved: ({ name }) => `Membre retiré : ${name}`,
    memberSignedOut: ({ name }) => `Membre déconnecté partout : ${name}`,

    mailServerSet: ({ host }) => `Serveur de messagerie ${host} défini`,
    mailServerRemoved: () => 'Serveur de messagerie supprimé',
    webhookSet: () => 'Webhook défini',
    webhookRemoved: () => 'Webhook supprimé',
    retentionSet: ({ days }) =>
      `Suppression des fichiers et des données saisies fixée à ${countDays(days)} après la dernière exécution ou importation`,
    retentionEnded: () => 'Suppression des fichiers et des données saisies désactivée',

    runsPaused: () => 'Toutes les exécutions mises en pause',
    runsResumed: () => 'Toutes les exécutions reprises',
    slicesRetried: ({ slices }) =>
      `Nouvelle tentative demandée pour ${formatNumber(slices)} ${choose(slices, 'lot', 'lots')} en attente`,
    limitsSet: ({ perSecond, concurrency }) =>
      `Limites définies : ${formatNumber(concurrency)} ${choose(concurrency, 'requête simultanée', 'requêtes simultanées')}, ${perSecond === null ? 'sans limite par seconde' : `${formatNumber(perSecond)} par seconde`}`,
    workerDrained: ({ host }) => `Arrêt de la distribution de lots au worker sur ${host}`,
    workerUndrained: ({ host }) => `Reprise de la distribution de lots au worker sur ${host}`,

    sheetUploaded: () => 'Tableau importé',
    sheetDeleted: () => 'Tableau supprimé',
    columnsMatched: () => 'Correspondance des colonnes d’un tableau définie',
    valuesCorrected: ({ values }) =>
      choose(
        values,
        'Une valeur d’un tableau corrigée',
        `${formatNumber(values)} valeurs d’un tableau corrigées`,
      ),
    correctionUndone: () => 'Correction d’un tableau annulée',
    rowsIgnored: ({ rows }) =>
      choose(
        rows,
        'Une ligne d’un tableau ignorée',
        `${formatNumber(rows)} lignes d’un tableau ignorées`,
      ),
    ignoringUndone: () => 'Ligne d’un tableau de nouveau prise en compte',
    downloaded: ({ file }) => files[file],

    runStarted: ({ operation }) =>
      operation === 'assess' ? 'Exécution lancée' : 'Campagne de réévaluation lancée',
    runPaused: () => 'Exécution mise en pause',
    runStopped: () => 'Exécution arrêtée',
    runResumed: () => 'Exécution reprise',
    scheduleSet: ({ every, from }) =>
      `Planification définie : ${periods[every]} à partir du ${formatDay(from)}`,
    scheduleEnded: () => 'Planification arrêtée',

    rowDeclaredNew: () => 'Ligne déclarée nouvelle',
    assessmentDisowned: () => 'Évaluation déclarée comme n’étant pas celle de sa ligne',
    assessmentDeclared: ({ exists }) =>
      exists
        ? 'Évaluation non confirmée déclarée existante'
        : 'Évaluation non confirmée déclarée inexistante, à envoyer de nouveau',
    decisionsSent: ({ status, rows }) =>
      `Enregistrement de la décision ${quoted(decisions[status])} demandé pour ${countRows(rows)}`,
    peopleSent: ({ action, people }) =>
      `${action === 'invite' ? 'Invitation demandée' : 'Retrait de l’accès demandé'} pour ${formatNumber(people)} ${choose(people, 'personne', 'personnes')}`,
    invitationDeclared: ({ exists }) =>
      exists ? 'Invitation déclarée existante' : 'Invitation déclarée inexistante, à envoyer',
    sheetChecked: () => 'Confirmation que le service a été vérifié après la restauration',
    newSheetsChecked: () =>
      'Confirmation que les nouveaux tableaux ne demandent aucune vérification après la restauration',
    invitationsChecked: () =>
      'Confirmation que les invitations ont été vérifiées après la restauration',

    mailFailed: ({ member, host, fault, isOver }) =>
      `L’e-mail destiné à ${member} n’a pas été envoyé : le serveur de messagerie ${host} ${wordFault(fault, mailServer)}. ${isOver ? 'Il n’y aura pas d’autre tentative.' : 'D’autres tentatives suivront pendant un jour.'} ${notAffected}`,
    webhookFailed: ({ url, problem }) =>
      `Le webhook ${url} ${wordWebhookProblem(problem)} ${notAffected}`,
    inputsDeleted: ({ days }) =>
      `Fichier et données saisies d’un tableau supprimés${days === undefined ? '' : `, ${countDays(days)} après la dernière exécution ou importation`}`,
    decisionsNotRecorded: ({ status, rows, by }) =>
      `L’enregistrement de la décision ${quoted(decisions[status])}, demandé par ${by}, a échoué pour ${countRows(rows)}`,
    restoreNoticed: ({ since }) =>
      `Les données ont été restaurées depuis une sauvegarde. ${since === null ? 'La date de la sauvegarde est inconnue' : `Elles contiennent ce qui a été envoyé jusqu’au ${formatUtcMinute(since)}`}. Tous les tableaux attendent que quelqu’un ait vérifié le service`,
  },
  unknownAction: 'Une action que cette version du serveur ne connaît pas',
  server: 'Le serveur',
};

const notAffected = 'L’exécution elle-même n’est pas concernée.';

const files = {
  workbook: 'Fichier avec les résultats téléchargé',
  'results.csv': 'Résultats téléchargés en CSV',
  report: 'Rapport téléchargé',
  problems: 'Liste des problèmes téléchargée',
} as const;

const periods = {
  month: 'chaque mois',
  quarter: 'chaque trimestre',
  year: 'chaque année',
} as const;

function countDays(days: number): string {
  return `${formatNumber(days)} ${choose(days, 'jour', 'jours')}`;
}

function wordWebhookProblem(problem: WebhookProblem): string {
  switch (problem.code) {
    case 'answered': {
      const { status } = problem;
      return `a répondu HTTP ${status}${isRedirect(status) ? ', une redirection, qui n’est pas suivie' : ''}.`;
    }
    case 'late':
      return 'n’a pas pu être joint à temps.';
    case 'interrupted':
      return 'n’a pas pu être joint avant l’interruption.';
    case 'proxyUnusable':
      return `n’a pas pu être joint : ${proxyUnusable(problem.variable)}`;
    case 'unreachable': {
      const { fault, remedy } = problem;
      return `n’a pas pu être joint : ${faultText(fault)}.${remedy === undefined ? '' : ` ${remedyText(remedy)}`}`;
    }
  }
}
