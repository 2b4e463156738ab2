// The German words for what the core says about requests and answers.

import { type Failure, type FailureCode, hints } from '../../../../src/failure.js';
import { asSentence } from '../../../../src/asSentence.js';
import { quoted } from './phrases.js';

/** Advice for each code, without the note that nothing was sent. */
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

/** The codes whose advice also says that nothing was sent. */
const unsentCodes: ReadonlySet<string> = new Set<FailureCode>(['invalid_request', 'not_sent']);

/** Other advice of the core. */
const otherAdvice: Readonly<Record<string, string>> = {
  'This email address may already have an account: check in the service, and check the details.':
    'Diese E-Mail-Adresse hat vielleicht schon ein Konto: Prüfen Sie das im Dienst, und prüfen Sie die Angaben.',
  'Check that the base URL is that of the service and ends before the name of the operation.':
    'Prüfen Sie, ob die Basis-URL die des Dienstes ist und vor dem Namen der Operation endet.',
};

const adviceByText: ReadonlyMap<string, string> = new Map([
  ...Object.entries(hints).map(
    ([code, text]) => [text, withNote(code as FailureCode, 'Es wurde nichts gesendet.')] as const,
  ),
  ...Object.entries(otherAdvice),
]);

/** Returns the hint of a failure; an unknown one stays as it is. */
export function hintText(hint: string): string {
  const known = adviceByText.get(hint);
  if (known !== undefined) return known;
  // Advice on an answer may follow the one on an unconfirmed request.
  const first = `${hints.unconfirmed} `;
  return hint.startsWith(first)
    ? `${advice.unconfirmed} ${hintText(hint.slice(first.length))}`
    : hint;
}

/** Returns the hint of a failure of one row. */
export function hintOfRow({ code, hint }: Failure): string {
  return hint === hints[code]
    ? withNote(code, 'Diese Zeile wurde nicht gesendet.')
    : hintText(hint);
}

/** Returns the hint of a failure for a whole run, which may have sent other rows. */
export function hintOfRun({ code, hint }: Failure): string {
  return hint === hints[code] ? advice[code] : hintText(hint);
}

function withNote(code: FailureCode, note: string): string {
  return unsentCodes.has(code) ? `${advice[code]} ${note}` : advice[code];
}

/** Why a connection failed, to follow a colon. */
const connectionFaults: Readonly<Record<string, string>> = {
  'connection refused': 'Die Verbindung wurde abgelehnt',
  'the host name is unknown': 'Der Hostname ist unbekannt',
  'the host name cannot be looked up now': 'Der Hostname kann gerade nicht aufgelöst werden',
  'the connection was reset': 'Die Verbindung wurde abgebrochen',
  'the connection was closed': 'Die Verbindung wurde geschlossen',
  'connecting took too long': 'Der Verbindungsaufbau hat zu lange gedauert',
  'the network cannot be reached': 'Das Netz ist nicht erreichbar',
  'the host cannot be reached': 'Der Host ist nicht erreichbar',
  'too many files are open': 'Es sind zu viele Dateien geöffnet',
  'too many files are open on this machine': 'Auf diesem Rechner sind zu viele Dateien geöffnet',
  'the certificate of the server has expired': 'Das Zertifikat des Servers ist abgelaufen',
  'the certificate of the server is not valid yet by the clock of this machine':
    'Das Zertifikat des Servers ist nach der Uhr dieses Rechners noch nicht gültig',
  'the certificate of the server is for another host':
    'Das Zertifikat des Servers gilt für einen anderen Host',
  'the certificate of the server is from an authority that is not trusted here':
    'Das Zertifikat des Servers stammt von einer Stelle, der hier nicht vertraut wird',
  'the certificate of the server is self-signed': 'Das Zertifikat des Servers ist selbst signiert',
  'what answered is not an https server': 'Geantwortet hat kein https-Server',
  'the https handshake failed': 'Der Aufbau der https-Verbindung ist fehlgeschlagen',
  cancelled: 'Abgebrochen',
};

/** The words for texts about an answer. */
const answers: Readonly<Record<string, string>> = {
  'Cancelled.': 'Abgebrochen.',
  'The answer was cut short.': 'Die Antwort war unvollständig.',
  'The answer is incomplete JSON.': 'Die Antwort ist unvollständiges JSON.',
  'The answer is not valid JSON.': 'Die Antwort ist kein gültiges JSON.',
  'The answer is JSON followed by other text.': 'Die Antwort ist JSON mit anderem Text dahinter.',
  'The answer is not JSON but empty.': 'Die Antwort ist leer statt JSON.',
  'The answer is not JSON but a web page.': 'Die Antwort ist eine Webseite statt JSON.',
  'The answer has no status.': 'Die Antwort hat keinen Status.',
  'The answer is an error without a reason.': 'Die Antwort ist ein Fehler ohne Begründung.',
  'The answer contradicts itself: the status is error, but success is true.':
    'Die Antwort widerspricht sich: Der Status ist error, aber success ist true.',
  'The answer contradicts itself: the status is success, but success is false.':
    'Die Antwort widerspricht sich: Der Status ist success, aber success ist false.',
  'The answer breaks the contract: data.assessmentId belongs to another assessment.':
    'Die Antwort hält den Vertrag nicht ein: data.assessmentId gehört zu einer anderen Bewertung.',
  'The answer was lost, but the assessment shows that the decision was recorded.':
    'Die Antwort ging verloren, aber die Bewertung zeigt, dass die Entscheidung erfasst wurde.',
};

const faultsByText: ReadonlyMap<string, string> = new Map(Object.entries(connectionFaults));
const textsByMessage: ReadonlyMap<string, string> = new Map(Object.entries(answers));

/** The texts about answers that contain other texts. */
const patterns: readonly (readonly [pattern: RegExp, words: (...parts: string[]) => string])[] = [
  [
    /^The service could not be reached: (.+)$/s,
    (fault) => `Der Dienst war nicht erreichbar: ${connectionFault(fault)}`,
  ],
  [/^No answer: (.+)$/s, (fault) => `Keine Antwort: ${connectionFault(fault)}`],
  [
    /^The service answered HTTP (\d+)((?: with a web page| with ".*")?)((?:; it asks us to wait .+)?)\.$/s,
    (status, content, wait) =>
      `Der Dienst hat mit HTTP ${status}${contentText(content)} geantwortet${waitText(wait)}.`,
  ],
  [
    /^The answer is not JSON but "(.*)"\.$/s,
    (text) => `Die Antwort ist kein JSON, sondern ${quoted(text)}.`,
  ],
  [
    /^The answer has the status "(.*)"\.$/s,
    (text) => `Die Antwort hat den Status ${quoted(text)}.`,
  ],
  [
    /^The answer says success, but has HTTP status (\d+)\.$/,
    (status) => `Die Antwort meldet Erfolg, hat aber den HTTP-Status ${status}.`,
  ],
  [
    /^(\w+) works only in the test environment\.$/,
    (operation) => `${operation} gibt es nur in der Testumgebung.`,
  ],
];

/** Returns the German words for a message about a request; the words of the service stay as they are. */
export function answerText(message: string): string {
  const known = textsByMessage.get(message) ?? faultsByText.get(toKey(message));
  if (known !== undefined) return known;
  for (const [pattern, words] of patterns) {
    const [whole, ...parts] = pattern.exec(message) ?? [];
    if (whole !== undefined) return words(...parts);
  }
  return message;
}

/** Returns the German words for a message as a sentence. */
export function answerSentence(message: string): string {
  return asSentence(answerText(message));
}

/** Returns why a connection failed, to follow a colon; an unknown reason stays as it is. */
export function connectionFault(text: string): string {
  const [, seconds] = /^timed out after (.+) s$/.exec(text) ?? [];
  if (seconds !== undefined) return `Zeitüberschreitung nach ${seconds} s`;
  return faultsByText.get(text) ?? text;
}

/** Returns the key of a fault that is a whole sentence. */
function toKey(message: string): string {
  return `${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
}

function contentText(content: string): string {
  if (content === '') return '';
  const [, quotation] = /^ with "(.*)"$/s.exec(content) ?? [];
  return ` und ${quotation === undefined ? 'einer Webseite' : quoted(quotation)}`;
}

function waitText(wait: string): string {
  const [, time = ''] = /^; it asks us to wait (.+)$/s.exec(wait) ?? [];
  if (time === '') return '';
  return time.startsWith('until ')
    ? ` und bittet, bis ${time.slice(6)} zu warten`
    : ` und bittet, ${time} zu warten`;
}
