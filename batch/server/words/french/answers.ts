// The French words for what the core says about requests and their answers.

import { asSentence } from '../../../../src/asSentence.js';
import { type FailureCode, hints } from '../../../../src/failure.js';
import { capital } from '../../../wording/words.js';
import { quoted, replaceByPattern, withSmallLetter } from './phrases.js';

/** The part of a hint about one request, which is not true for a whole run. */
const nothingSent = ' ; rien n’a été envoyé';

/** Advice for each code. */
const advice: Readonly<Record<FailureCode, string>> = {
  invalid_request: `Corrigez la donnée et réessayez${nothingSent}.`,
  test_environment_only:
    'Utilisez une URL de base qui contient le segment version-test ; cette opération ne fonctionne que dans l’environnement de test.',
  not_sent: `Vérifiez l’URL de base et le réseau, puis réessayez${nothingSent}.`,
  no_answer: 'Réessayez plus tard ; un nouvel envoi est sans risque.',
  contract_violation: 'Indiquez à l’exploitant du service quel champ est incorrect.',
  busy: 'Réessayez plus tard, ou avec moins de requêtes par minute.',
  refused: 'Corrigez la donnée que le service indique et réessayez.',
  not_found:
    'Vérifiez l’identifiant d’évaluation, et assurez-vous que l’URL de base et le jeton de l’entreprise correspondent à l’environnement et à l’entreprise de l’évaluation.',
  unauthorized:
    'Vérifiez le jeton de l’entreprise, et assurez-vous qu’il correspond à l’environnement de l’URL de base.',
  unconfirmed: 'Vérifiez dans le service si l’envoi a pris effet avant de le répéter.',
  already_sent: 'L’envoi n’a pas été répété.',
  cancelled: 'Rien n’a pris effet ; vous pouvez recommencer à tout moment.',
};

/** The remedy for an answer with an ID that belongs to another row. */
export const reportToOperator = advice.contract_violation;

const wordsByHint: ReadonlyMap<string, string> = new Map([
  ...Object.entries(hints).map(([code, hint]) => [hint, advice[code as FailureCode]] as const),
  [
    'This email address may already have an account: check in the service, and check the details.',
    'Cette adresse e-mail a peut-être déjà un compte : vérifiez dans le service, et vérifiez les informations.',
  ],
  [
    'Check that the base URL is that of the service and ends before the name of the operation.',
    'Vérifiez que l’URL de base est celle du service et se termine avant le nom de l’opération.',
  ],
]);

/** Returns the hint of a failure; an unknown one stays as it is. */
export function hintText(hint: string): string {
  const known = wordsByHint.get(hint);
  if (known !== undefined) return known;
  // Advice on an answer may follow the one on an unconfirmed request.
  const first = `${hints.unconfirmed} `;
  if (!hint.startsWith(first)) return hint;
  return `${advice.unconfirmed} ${hintText(hint.slice(first.length))}`;
}

/** Returns the hint of a failure of one row. */
export function hintOfRow(hint: string): string {
  return hintText(hint).replace(nothingSent, ' ; cette ligne n’a pas été envoyée');
}

/** Returns the hint of a failure for a whole run, which may have sent other rows. */
export function hintOfRun(hint: string): string {
  return hintText(hint).replace(nothingSent, '');
}

/** Why a connection failed, to follow a colon. */
const connectionFaults: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'connection refused': 'la connexion a été refusée',
    'the host name is unknown': 'le nom d’hôte est inconnu',
    'the host name cannot be looked up now': 'le nom d’hôte ne peut pas être résolu actuellement',
    'the connection was reset': 'la connexion a été interrompue',
    'the connection was closed': 'la connexion a été fermée',
    'connecting took too long': 'la connexion a pris trop de temps',
    'the network cannot be reached': 'le réseau est inaccessible',
    'the host cannot be reached': 'l’hôte est inaccessible',
    'too many files are open': 'trop de fichiers sont ouverts',
    'too many files are open on this machine': 'trop de fichiers sont ouverts sur cette machine',
    'the certificate of the server has expired': 'le certificat du serveur a expiré',
    'the certificate of the server is not valid yet by the clock of this machine':
      'le certificat du serveur n’est pas encore valable selon l’horloge de cette machine',
    'the certificate of the server is for another host':
      'le certificat du serveur est établi pour un autre hôte',
    'the certificate of the server is from an authority that is not trusted here':
      'le certificat du serveur provient d’une autorité qui n’est pas reconnue ici',
    'the certificate of the server is self-signed': 'le certificat du serveur est autosigné',
    'what answered is not an https server': 'la réponse ne vient pas d’un serveur https',
    'the https handshake failed': 'l’établissement de la connexion https a échoué',
    cancelled: 'annulé',
  }),
);

/** The words for texts about an answer. */
const answers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Cancelled.': 'Annulé.',
    'The answer was cut short.': 'La réponse était incomplète.',
    'The answer is incomplete JSON.': 'La réponse est du JSON incomplet.',
    'The answer is not valid JSON.': 'La réponse n’est pas du JSON valide.',
    'The answer is JSON followed by other text.': 'La réponse est du JSON suivi d’un autre texte.',
    'The answer is not JSON but empty.': 'La réponse n’est pas du JSON : elle est vide.',
    'The answer is not JSON but a web page.': 'La réponse n’est pas du JSON : c’est une page web.',
    'The answer has no status.': 'La réponse n’a pas de statut.',
    'The answer is an error without a reason.': 'La réponse est une erreur sans motif.',
    'The answer contradicts itself: the status is error, but success is true.':
      'La réponse se contredit : le statut est error, mais success vaut true.',
    'The answer contradicts itself: the status is success, but success is false.':
      'La réponse se contredit : le statut est success, mais success vaut false.',
    'The answer was lost, but the assessment shows that the decision was recorded.':
      'La réponse a été perdue, mais l’évaluation montre que la décision a été enregistrée.',
  }),
);

/** The texts about answers that contain other texts. */
const patterns: readonly (readonly [pattern: RegExp, words: (...parts: string[]) => string])[] = [
  [
    /^The service could not be reached: (.+)$/s,
    (fault = '') => `Le service n’a pas pu être joint : ${connectionFault(fault)}`,
  ],
  [/^No answer: (.+)$/s, (fault = '') => `Pas de réponse : ${connectionFault(fault)}`],
  [
    /^The service answered HTTP (\d+)(?: with (a web page|".*"))?(?:; it asks us to wait (.+))?\.$/s,
    (status = '', content = '', wait = '') =>
      `Le service a répondu HTTP ${status}${contentText(content)}${waitText(wait)}.`,
  ],
  [
    /^The answer is not JSON but "(.*)"\.$/s,
    (text = '') => `La réponse n’est pas du JSON, mais ${quoted(text)}.`,
  ],
  [
    /^The answer has the status "(.*)"\.$/s,
    (text = '') => `La réponse a le statut ${quoted(text)}.`,
  ],
  [
    /^The answer says success, but has HTTP status (\d+)\.$/,
    (status = '') => `La réponse annonce un succès, mais a le statut HTTP ${status}.`,
  ],
  [
    /^The answer contradicts itself: it is an error, but has the (\w+) "(.*?)"\. It says: (.+)$/s,
    (name = '', id = '', message = '') =>
      `La réponse se contredit : c’est une erreur, mais elle contient ${name} ${quoted(id)}. Elle indique : ${message}`,
  ],
  [
    /^The answer breaks the contract: (.+)\.$/s,
    (breaches = '') => `La réponse ne respecte pas le contrat : ${breachText(breaches)}.`,
  ],
  [
    /^The answer has the content encoding "(.*)", which cannot be read here\.$/s,
    (encoding = '') =>
      `La réponse a le codage de contenu ${quoted(encoding)}, qui ne peut pas être lu ici.`,
  ],
  [
    /^The answer has the content encoding "(.*)", but its body does not\.$/s,
    (encoding = '') =>
      `La réponse annonce le codage de contenu ${quoted(encoding)}, mais son corps ne l’a pas.`,
  ],
  [
    /^The answer is longer than (\d+) MB when decompressed\.$/,
    (size = '') => `La réponse dépasse ${size} Mo une fois décompressée.`,
  ],
  [
    /^(\w+) works only in the test environment\.$/,
    (name = '') => `${name} ne fonctionne que dans l’environnement de test.`,
  ],
];

/** Returns the French words for a message about a request; the words of the service stay as they are. */
export function answerText(message: string): string {
  const known = answers.get(message);
  if (known !== undefined) return known;
  const fault = connectionFaults.get(toKey(message));
  if (fault !== undefined) return capital(fault);
  return replaceByPattern(patterns, message);
}

/** Returns {@link answerSentence} after a colon: French words begin with a small letter, words of the service stay. */
export function answerAfterColon(message: string): string {
  const words = answerText(message);
  return asSentence(words === message ? words : withSmallLetter(words));
}

/** Returns the French words for a message as a sentence. */
export function answerSentence(message: string): string {
  return asSentence(answerText(message));
}

/** Returns why a connection failed, to follow a colon; an unknown reason stays as it is. */
export function connectionFault(text: string): string {
  const [, seconds] = /^timed out after (.+) s$/.exec(text) ?? [];
  if (seconds !== undefined) return `délai de ${seconds} s dépassé`;
  return connectionFaults.get(text) ?? text;
}

/** Returns the key of a fault that is a whole sentence. */
function toKey(message: string): string {
  return withSmallLetter(message).replace(/\.$/, '');
}

function contentText(content: string): string {
  if (content === '') return '';
  return content === 'a web page' ? ' avec une page web' : ` avec ${quoted(content.slice(1, -1))}`;
}

function waitText(wait: string): string {
  if (wait === '') return '';
  return wait.startsWith('until ')
    ? ` ; il demande d’attendre (fin : ${wait.slice(6)})`
    : ` ; il demande d’attendre ${wait}`;
}

function breachText(breaches: string): string {
  return breaches
    .replaceAll(/ is missing(?=;|$)/g, ' manque')
    .replaceAll(/ is not as in the contract(?=;|$)/g, ' n’est pas conforme au contrat')
    .replaceAll(/ belongs to another assessment(?=;|$)/g, ' appartient à une autre évaluation')
    .replaceAll('; ', ' ; ');
}
