import { toSentence } from '../../../../src/toSentence.js';
import { formatByCode, type WordingByCode } from '../../../../src/coded.js';
import type { FailureCode } from '../../../../src/failure.js';
import type {
  BodyFault,
  BodyFaults,
  Breach,
  BreachFault,
  ConnectionFault,
  ConnectionFaults,
  Content,
  RequestMessage,
  RequestMessages,
  RequestRemedies,
  RequestRemedy,
  StatedWait,
} from '../../../../src/requestMessages.js';
import { type Hint, getWordedHint } from '../../../../src/requestWords.js';
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import { formatNumber, quoted } from './phrases.js';
import { toGermanLabel } from './labels.js';
import { valueText } from './values.js';

const advice: Readonly<Record<FailureCode, string>> = {
  invalid_request: 'Korrigieren Sie die Angabe, und versuchen Sie es erneut.',
  test_environment_only:
    'Verwenden Sie eine Basis-URL mit dem Abschnitt version-test: Das geht nur in der Testumgebung.',
  not_sent: 'Prüfen Sie die Basis-URL und das Netz, und versuchen Sie es dann erneut.',
  no_answer: 'Versuchen Sie es später noch einmal: Erneutes Senden schadet nicht.',
  contract_violation: 'Melden Sie dem Betreiber des Dienstes, welches Feld falsch ist.',
  busy: 'Versuchen Sie es später erneut, oder senden Sie langsamer.',
  refused: 'Korrigieren Sie die Angabe, die der Dienst nennt, und versuchen Sie es erneut.',
  not_found:
    'Prüfen Sie die Bewertungs-ID, und ob die Basis-URL und das Firmen-Token zur Umgebung und zur Firma der Bewertung gehören.',
  unauthorized: 'Prüfen Sie das Firmen-Token, und ob es zur Umgebung der Basis-URL gehört.',
  unconfirmed: 'Prüfen Sie im Dienst, ob die Anfrage wirksam wurde, bevor Sie sie erneut senden.',
  already_sent: 'Es wurde nicht erneut gesendet.',
  cancelled: 'Es ist nichts wirksam geworden; Sie können jederzeit erneut beginnen.',
};

export const reportToOperator = advice.contract_violation;

const unsentCodes: ReadonlySet<FailureCode> = new Set(['invalid_request', 'not_sent']);

const fromProxy = 'Die Antwort stammt vom Proxy, nicht vom Dienst:';

const remedyWording: WordingByCode<RequestRemedies> = {
  accountMayExist: () =>
    'Diese E-Mail-Adresse hat vielleicht schon ein Konto: Prüfen Sie das im Dienst, und prüfen Sie die Angaben.',
  checkBaseUrl: () =>
    'Prüfen Sie, ob die Basis-URL die des Dienstes ist und vor dem Namen der Operation endet.',
  checkAddress: () =>
    'Prüfen Sie die Adresse und ihren Port. Vielleicht hat stattdessen eine Anmeldeseite des Netzes geantwortet oder ein Server, der nur http spricht.',
  trustAuthority: ({ isSet }) =>
    isSet
      ? 'NODE_EXTRA_CA_CERTS ist gesetzt: Prüfen Sie, ob dieses Konto die Datei lesen kann und ob sie das Zertifikat dieser Stelle im PEM-Format enthält.'
      : 'Wenn es von der eigenen Zertifizierungsstelle Ihrer Firma stammt, bitten Sie die IT um deren Zertifikat als PEM-Datei, und setzen Sie NODE_EXTRA_CA_CERTS vor dem Start von rwa auf den Pfad dieser Datei.',
  createClient: () => 'Erstellen Sie einen neuen Client.',
  checkProxy: ({ variable, isHttps }) =>
    `Prüfen Sie, ob ${variable} den richtigen Proxy nennt und ob der Proxy läuft.${isHttps ? ` Die meisten Proxys sind über http erreichbar: Wenn das auch für Ihren gilt, schreiben Sie in ${variable} http://; die Anfragen an den Dienst bleiben verschlüsselt.` : ''}`,
  checkTunnel: ({ variable, host }) =>
    `Prüfen Sie, ob ${variable} den richtigen Proxy nennt und ob keine Anmeldeseite des Netzes an seiner Stelle antwortet. Wenn beides stimmt, bitten Sie den Administrator des Proxys, https-Verbindungen zu ${host} zuzulassen.`,
  allowHost: ({ host }) =>
    `${fromProxy} Bitten Sie den Administrator des Proxys, ${host} zuzulassen. Wenn sich dieser Rechner direkt damit verbinden darf, nehmen Sie den Host in NO_PROXY auf.`,
  checkHostName: () =>
    `${fromProxy} Prüfen Sie den Hostnamen in der Basis-URL. Wenn er stimmt, ist der Dienst nicht verfügbar, oder der Proxy erreicht ihn nicht: Wenden Sie sich an den Administrator des Proxys.`,
  checkKindOfProxy: ({ variable, host }) =>
    `${fromProxy} Prüfen Sie, ob ${variable} einen Proxy nennt, der https-Verbindungen zu ${host} zulässt.`,
  askForOtherLogin: () =>
    'Bitten Sie den Administrator des Proxys, diesen Rechner ohne Anmeldung oder mit Name und Passwort (Basic) zum Dienst durchzulassen.',
  setProxyLogin: ({ variable, proxy }) =>
    `Tragen Sie beides in ${variable} ein, ${describeProxyLogin(variable, proxy)}`,
  correctProxyLogin: ({ variable, proxy }) =>
    `Korrigieren Sie beides in ${variable}, ${describeProxyLogin(variable, proxy)}`,
  other: ({ text }) => text,
};

function describeProxyLogin(variable: string, proxy: string): string {
  return `und zwar in einer Datei, die nur dieses Konto lesen kann: ${variable}=${proxy.replace('://', '://NAME:PASSWORT@')}. Schreiben Sie Sonderzeichen mit Prozentzeichen codiert: @ ist %40, # ist %23, % ist %25.`;
}

export function remedyText(remedy: RequestRemedy): string {
  return formatByCode(remedyWording, remedy);
}

export function getHint(hint: Hint): string {
  return getWordedHint(remedyWording, hint, getAdvice(hint.code, 'Es wurde nichts gesendet.'));
}

export function getRowHint(hint: Hint): string {
  return getWordedHint(
    remedyWording,
    hint,
    getAdvice(hint.code, 'Diese Zeile wurde nicht gesendet.'),
  );
}

/** Without the note that nothing was sent, because other rows may have been sent. */
export function getRunHint(hint: Hint): string {
  return getWordedHint(remedyWording, hint, advice[hint.code]);
}

function getAdvice(code: FailureCode, unsentNote: string): string {
  return unsentCodes.has(code) ? `${advice[code]} ${unsentNote}` : advice[code];
}

const faultWording: WordingByCode<ConnectionFaults> = {
  connectionRefused: () => 'Die Verbindung wurde abgelehnt',
  hostUnknown: () => 'Der Hostname ist unbekannt',
  hostNotLookedUp: () => 'Der Hostname kann gerade nicht aufgelöst werden',
  connectionReset: () => 'Die Verbindung wurde abgebrochen',
  connectionClosed: () => 'Die Verbindung wurde geschlossen',
  connectingTimedOut: () => 'Der Verbindungsaufbau hat zu lange gedauert',
  networkUnreachable: () => 'Das Netz ist nicht erreichbar',
  hostUnreachable: () => 'Der Host ist nicht erreichbar',
  filesOpen: ({ isWholeMachine }) =>
    isWholeMachine
      ? 'Auf diesem Rechner sind zu viele Dateien geöffnet'
      : 'Es sind zu viele Dateien geöffnet',
  certificateExpired: () => 'Das Zertifikat des Servers ist abgelaufen',
  certificateNotYetValid: () =>
    'Das Zertifikat des Servers ist nach der Uhr dieses Rechners noch nicht gültig',
  certificateOfOtherHost: () => 'Das Zertifikat des Servers gilt für einen anderen Host',
  certificateUntrusted: () =>
    'Das Zertifikat des Servers stammt von einer Stelle, der hier nicht vertraut wird',
  certificateSelfSigned: () => 'Das Zertifikat des Servers ist selbst signiert',
  notHttps: () => 'Die Antwort stammt nicht von einem https-Server',
  handshakeFailed: ({ detail }) =>
    `Der Aufbau der https-Verbindung ist fehlgeschlagen${detail === undefined ? '' : ` (${detail})`}`,
  timedOut: ({ seconds }) => `Zeitüberschreitung nach ${formatNumber(seconds)} s`,
  answerTooLong: () => 'Die Antwort ist viel zu lang',
  cancelled: () => 'Die Anfrage wurde abgebrochen',
  clientClosed: () => 'Dieser Client wurde geschlossen',
  proxyFailed: ({ proxy, fault }) =>
    `Die Verbindung zum Proxy ${proxy} ist fehlgeschlagen: ${faultText(fault)}`,
  tunnelFailed: ({ proxy, host, fault }) =>
    `Der Tunnel des Proxys ${proxy} zu ${host} ist fehlgeschlagen: ${faultText(fault)}`,
  proxyForbidsHost: ({ proxy, host, httpStatus }) =>
    `Der Proxy ${proxy} lässt keine Verbindung zu ${host} zu (HTTP ${httpStatus})`,
  proxyDidNotConnect: ({ proxy, host, httpStatus }) =>
    `Der Proxy ${proxy} konnte keine Verbindung zu ${host} herstellen (HTTP ${httpStatus})`,
  proxyLoginMissing: ({ proxy, httpStatus }) =>
    `Der Proxy ${proxy} verlangt Name und Passwort (HTTP ${httpStatus})`,
  proxyLoginRefused: ({ proxy, httpStatus }) =>
    `Der Proxy ${proxy} hat Name und Passwort abgelehnt (HTTP ${httpStatus})`,
  proxyLoginUnsupported: ({ proxy, kinds, httpStatus }) =>
    `Der Proxy ${proxy} verlangt eine Art der Anmeldung, die rwa nicht unterstützt (${kinds.join(', ')}; HTTP ${httpStatus})`,
  proxyAnswered: ({ proxy, httpStatus }) =>
    `Der Proxy ${proxy} hat mit HTTP ${httpStatus} geantwortet`,
  other: ({ text }) => text,
};

export function faultText(fault: ConnectionFault): string {
  return formatByCode(faultWording, fault);
}

const bodyFaultWording: WordingByCode<BodyFaults> = {
  unknownEncoding: ({ encoding }) =>
    `hat die Inhaltscodierung ${quoted(encoding)}, die hier nicht gelesen werden kann`,
  wrongEncoding: ({ encoding }) =>
    `nennt die Inhaltscodierung ${quoted(encoding)}, aber ihr Inhalt hat sie nicht`,
  tooLong: ({ megabytes }) => `ist entpackt länger als ${megabytes} MB`,
  other: ({ text }) => text,
};

const breachWords: Readonly<Record<BreachFault, string>> = {
  missing: 'fehlt',
  missingWithOther: 'fehlt, und contractorMisclass fehlt auch',
  notNumber: 'ist keine Zahl',
  belowZero: 'ist kleiner als 0',
  aboveTen: 'ist größer als 10',
  notText: 'ist kein Text',
  tooLong: 'ist zu lang',
  ofOtherAssessment: 'gehört zu einer anderen Bewertung',
  different: 'ist anders als im Vertrag',
};

const jsonFaults: Readonly<Record<RequestMessages['brokenJson']['fault'], string>> = {
  incomplete: 'unvollständiges JSON',
  followedByText: 'JSON mit anderem Text dahinter',
  invalid: 'kein gültiges JSON',
};

const requestWording: WordingByCode<RequestMessages> = {
  service: ({ text }) => text,
  statusWithWords: ({ httpStatus, text }) => `HTTP ${httpStatus}: ${text}`,
  status: ({ httpStatus, content, unreadable, wait }) =>
    `Der Dienst hat mit HTTP ${httpStatus}${describeContent(content, unreadable)} geantwortet${describeWait(wait)}${describeBodyFault(unreadable)}.`,
  notReached: ({ fault }) => `Der Dienst war nicht erreichbar: ${faultText(fault)}`,
  noAnswer: ({ fault }) => `Keine Antwort: ${faultText(fault)}`,
  cancelled: () => 'Die Anfrage wurde abgebrochen.',
  unexpectedSuccess: () => 'Die Antwort meldet Erfolg.',
  testEnvironmentOnly: ({ operation }) => `${operation} gibt es nur in der Testumgebung.`,
  invalidInputs: ({ problems }) =>
    problems.map(({ label, message }) => valueText(message, toGermanLabel(label))).join('; '),
  cutShort: () => 'Die Antwort war unvollständig.',
  unreadableBody: ({ fault }) => `Die Antwort ${formatByCode(bodyFaultWording, fault)}.`,
  brokenJson: ({ fault }) => `Die Antwort ist ${jsonFaults[fault]}.`,
  notJson: ({ content }) =>
    content.code === 'text'
      ? `Die Antwort ist kein JSON, sondern ${quoted(content.text)}.`
      : `Die Antwort ist ${content.code === 'empty' ? 'leer' : 'eine Webseite'} statt JSON.`,
  statusMissing: ({ text }) =>
    text === undefined
      ? 'Die Antwort hat keinen Status.'
      : `Die Antwort hat keinen Status nach dem Vertrag; sie lautet: ${text}`,
  unknownStatus: ({ status }) => `Die Antwort hat den Status ${quoted(status)}.`,
  errorWithoutReason: () => 'Die Antwort ist ein Fehler ohne Begründung.',
  errorWithSuccess: () =>
    'Die Antwort widerspricht sich: Der Status ist error, aber success ist true.',
  successWithoutSuccess: () =>
    'Die Antwort widerspricht sich: Der Status ist success, aber success ist false.',
  successWithStatus: ({ httpStatus }) =>
    `Die Antwort meldet Erfolg, hat aber den HTTP-Status ${httpStatus}.`,
  errorWithId: ({ name, id, answer }) =>
    `Die Antwort widerspricht sich: Sie ist ein Fehler, enthält aber ${name} ${quoted(id)}. Sie lautet: ${requestText(answer)}`,
  contractBroken: ({ breaches }) =>
    `Die Antwort hält den Vertrag nicht ein: ${breaches.map(describeBreach).join('; ')}.`,
  other: ({ text }) => text,
};

export function requestText(message: RequestMessage): string {
  return formatByCode(requestWording, message);
}

export function requestSentence(message: RequestMessage): string {
  return toSentence(requestText(message));
}

function describeBreach({ field, fault, number }: Breach): string {
  const words = number === undefined ? breachWords[fault] : `ist die Zahl ${number} statt Text`;
  return `${field} ${words}`;
}

function describeContent(content: Content | undefined, unreadable: BodyFault | undefined): string {
  if (content === undefined || content.code === 'empty' || unreadable !== undefined) return '';
  return ` und ${content.code === 'webPage' ? 'einer Webseite' : quoted(content.text)}`;
}

function describeWait(wait: StatedWait | undefined): string {
  if (wait === undefined) return '';
  const time = 'seconds' in wait ? `${wait.seconds} s` : `bis ${formatUtcMinute(wait.until)}`;
  return ` und bittet, ${time} zu warten`;
}

function describeBodyFault(fault: BodyFault | undefined): string {
  return fault === undefined ? '' : `; die Antwort ${formatByCode(bodyFaultWording, fault)}`;
}
