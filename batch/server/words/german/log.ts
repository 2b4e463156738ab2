import { isRedirect, type WebhookProblem } from '../../../http/webhookProblem.js';
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import { decisions } from '../../page/browser/language/de/decisions.js';
import { terms } from '../../page/browser/language/de/terms.js';
import type { LogWords } from '../log.js';
import { wordFault } from '../mailServer.js';
import { faultText, remedyText } from './requests.js';
import { proxyUnusable } from './findings.js';
import { mailServer } from './mailServer.js';
import { choose, countRows, formatDay, formatNumber, quoted } from './phrases.js';

export const log: LogWords = {
  actions: {
    signedInWithPassword: () => 'Mit Passwort angemeldet',
    signedInWithLink: () => 'Mit einem Link angemeldet',
    signedInWithProvider: ({ provider }) => `Mit ${provider} angemeldet`,
    roleEndedByProvider: ({ provider }) =>
      `Hat hier laut ${provider} keine Rolle mehr; alle Sitzungen und Token wurden beendet`,
    passwordChanged: () => 'Passwort geändert',
    renamed: ({ name }) => `Eigenen Namen in ${quoted(name)} geändert`,
    noticeAddressChanged: () => 'Adresse der eigenen E-Mail-Benachrichtigungen geändert',
    tokenCreated: ({ token, role }) =>
      `Token ${quoted(token)} mit der Rolle ${quoted(terms.roles[role])} erstellt`,
    tokenRevoked: () => 'Token widerrufen',

    memberInvited: ({ name, role }) =>
      `${name} mit der Rolle ${quoted(terms.roles[role])} eingeladen`,
    invitationWithdrawn: () => 'Einladung zurückgezogen',
    roleChanged: ({ name, from, to }) =>
      `Rolle von ${name} geändert: ${quoted(terms.roles[to])} statt ${quoted(terms.roles[from])}`,
    memberRemoved: ({ name }) => `Mitglied ${name} entfernt`,
    memberSignedOut: ({ name }) => `Mitglied ${name} überall abgemeldet`,

    mailServerSet: ({ host }) => `Mailserver ${host} festgelegt`,
    mailServerRemoved: () => 'Mailserver entfernt',
    webhookSet: () => 'Webhook festgelegt',
    webhookRemoved: () => 'Webhook entfernt',
    retentionSet: ({ days }) =>
      `Löschen von Dateien und Angaben auf ${countDays(days)} nach dem letzten Durchlauf oder Hochladen festgelegt`,
    retentionEnded: () => 'Löschen von Dateien und Angaben ausgeschaltet',

    runsPaused: () => 'Alle Durchläufe angehalten',
    runsResumed: () => 'Alle Durchläufe fortgesetzt',
    slicesRetried: ({ slices }) =>
      `Neuen Versuch für ${formatNumber(slices)} ${choose(slices, 'wartenden Abschnitt', 'wartende Abschnitte')} veranlasst`,
    limitsSet: ({ perSecond, concurrency }) =>
      `Grenzen festgelegt: ${formatNumber(concurrency)} gleichzeitige ${choose(concurrency, 'Anfrage', 'Anfragen')}, ${perSecond === null ? 'beliebig viele pro Sekunde' : `${formatNumber(perSecond)} pro Sekunde`}`,
    workerDrained: ({ host }) => `Worker auf ${host} auslaufen lassen`,
    workerUndrained: ({ host }) => `Worker auf ${host} wieder Abschnitte annehmen lassen`,

    sheetUploaded: () => 'Tabelle hochgeladen',
    sheetDeleted: () => 'Tabelle gelöscht',
    columnsMatched: () => 'Spalten einer Tabelle zugeordnet',
    valuesCorrected: ({ values }) =>
      `${choose(values, 'Einen Wert', `${formatNumber(values)} Werte`)} einer Tabelle korrigiert`,
    correctionUndone: () => 'Korrektur in einer Tabelle rückgängig gemacht',
    rowsIgnored: ({ rows }) =>
      `${choose(rows, 'Eine Zeile', `${formatNumber(rows)} Zeilen`)} einer Tabelle ignoriert`,
    ignoringUndone: () => 'Zeile einer Tabelle wieder berücksichtigt',
    downloaded: ({ file }) => `${files[file]} heruntergeladen`,

    runStarted: ({ operation }) =>
      operation === 'assess' ? 'Durchlauf gestartet' : 'Runde der Neubewertung gestartet',
    runPaused: () => 'Durchlauf angehalten',
    runStopped: () => 'Durchlauf vorzeitig beendet',
    runResumed: () => 'Durchlauf fortgesetzt',
    scheduleSet: ({ every, from }) =>
      `Zeitplan festgelegt: ${periods[every]} ab dem ${formatDay(from)}`,
    scheduleEnded: () => 'Zeitplan beendet',

    rowDeclaredNew: () => 'Angegeben, dass eine Zeile neu ist',
    assessmentDisowned: () => 'Angegeben, dass eine Bewertung nicht zu ihrer Zeile gehört',
    assessmentDeclared: ({ exists }) =>
      exists
        ? 'Angegeben, dass eine unbestätigte Bewertung vorhanden ist'
        : 'Angegeben, dass eine unbestätigte Bewertung nicht vorhanden ist und erneut gesendet werden soll',
    decisionsSent: ({ status, rows }) =>
      `Erfassung der Entscheidung ${quoted(decisions[status])} für ${countRows(rows)} angefordert`,
    peopleSent: ({ action, people }) =>
      `${action === 'invite' ? 'Einladung' : 'Entzug des Zugangs'} von ${formatNumber(people)} ${choose(people, 'Person', 'Personen')} veranlasst`,
    invitationDeclared: ({ exists }) =>
      exists
        ? 'Angegeben, dass eine Einladung vorhanden ist'
        : 'Angegeben, dass eine Einladung gesendet werden soll',
    sheetChecked: () => 'Bestätigt, dass der Dienst nach der Wiederherstellung geprüft wurde',
    newSheetsChecked: () =>
      'Bestätigt, dass neue Tabellen nach der Wiederherstellung keine Prüfung brauchen',
    invitationsChecked: () =>
      'Bestätigt, dass die Einladungen nach der Wiederherstellung geprüft wurden',

    mailFailed: ({ member, host, fault, isOver }) =>
      `Die E-Mail an ${member} wurde nicht gesendet: Der Mailserver ${host} ${wordFault(fault, mailServer)}. ${isOver ? 'Es gibt keinen weiteren Versuch.' : 'Einen Tag lang gibt es weitere Versuche.'} ${notAffected}`,
    webhookFailed: ({ url, problem }) =>
      `Der Webhook ${url} ${wordWebhookProblem(problem)} ${notAffected}`,
    inputsDeleted: ({ days }) =>
      days === undefined
        ? 'Datei und Angaben einer Tabelle gelöscht'
        : `Datei und Angaben einer Tabelle ${countDays(days)} nach dem letzten Durchlauf oder Hochladen gelöscht`,
    decisionsNotRecorded: ({ status, rows, by }) =>
      `Die Entscheidung ${quoted(decisions[status])} konnte für ${countRows(rows)} nicht erfasst werden (angefordert von ${by})`,
    restoreNoticed: ({ since }) =>
      `Die Aufzeichnungen wurden aus einer Sicherung wiederhergestellt. ${since === null ? 'Der Zeitpunkt der Sicherung ist unbekannt' : `Sie enthalten, was bis ${formatUtcMinute(since)} gesendet wurde`}. Alle Tabellen warten, bis jemand den Dienst geprüft hat`,
  },
  unknownAction: 'Eine Aktion, die diese Version des Servers nicht kennt',
  server: 'Der Server',
};

const notAffected = 'Der Durchlauf selbst ist davon nicht betroffen.';

const files = {
  workbook: 'Datei mit den Ergebnissen',
  'results.csv': 'Ergebnisse als CSV',
  report: 'Bericht',
  problems: 'Liste der Probleme',
} as const;

const periods = { month: 'jeden Monat', quarter: 'jedes Quartal', year: 'jedes Jahr' } as const;

function countDays(days: number): string {
  return `${formatNumber(days)} ${choose(days, 'Tag', 'Tage')}`;
}

function wordWebhookProblem(problem: WebhookProblem): string {
  switch (problem.code) {
    case 'answered': {
      const { status } = problem;
      return `hat mit HTTP ${status} geantwortet${isRedirect(status) ? ', einer Weiterleitung, der nicht gefolgt wird' : ''}.`;
    }
    case 'late':
      return 'wurde nicht rechtzeitig erreicht.';
    case 'interrupted':
      return 'wurde vor der Unterbrechung nicht erreicht.';
    case 'proxyUnusable':
      return `wurde nicht erreicht: ${proxyUnusable(problem.variable)}`;
    case 'unreachable': {
      const { fault, remedy } = problem;
      return `wurde nicht erreicht: ${faultText(fault)}.${remedy === undefined ? '' : ` ${remedyText(remedy)}`}`;
    }
  }
}
