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
  Contents,
  RequestMessage,
  RequestMessages,
  RequestRemedies,
  RequestRemedy,
  StatedWait,
} from '../../../../src/requestMessages.js';
import { type Hint, getWordedHint, isQuotation } from '../../../../src/requestWords.js';
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import { capitalize } from '../../../wording/words.js';
import { toFrenchLabel } from './labels.js';
import { formatNumber, quoted } from './phrases.js';
import { valueText } from './values.js';

const nothingSent = ' ; rien n’a été envoyé';

const advice: Readonly<Record<FailureCode, string>> = {
  invalid_request: `Corrigez la donnée et réessayez${nothingSent}.`,
  test_environment_only:
    'Utilisez une URL de base qui contient le segment version-test ; cette opération ne fonctionne que dans l’environnement de test.',
  not_sent: `Vérifiez l’URL de base et le réseau, puis réessayez${nothingSent}.`,
  no_answer: 'Réessayez plus tard ; un nouvel envoi est sans risque.',
  contract_violation: 'Indiquez à l’exploitant du service quel champ est incorrect.',
  busy: 'Réessayez plus tard, ou envoyez plus lentement.',
  refused: 'Corrigez la donnée que le service indique et réessayez.',
  not_found:
    'Vérifiez l’identifiant d’évaluation, et assurez-vous que l’URL de base et le jeton de l’entreprise correspondent à l’environnement et à l’entreprise de l’évaluation.',
  unauthorized:
    'Vérifiez le jeton de l’entreprise, et assurez-vous qu’il correspond à l’environnement de l’URL de base.',
  unconfirmed: 'Vérifiez dans le service si l’envoi a pris effet avant de le répéter.',
  already_sent: 'L’envoi n’a pas été répété.',
  cancelled: 'Rien n’a pris effet ; vous pouvez recommencer à tout moment.',
};

export const reportToOperator = advice.contract_violation;

const fromProxy = 'La réponse vient du proxy, et non du service :';

const remedyWording: WordingByCode<RequestRemedies> = {
  accountMayExist: () =>
    'Cette adresse e-mail a peut-être déjà un compte : vérifiez-le dans le service, et vérifiez les informations saisies.',
  checkBaseUrl: () =>
    'Vérifiez que l’URL de base est celle du service et se termine avant le nom de l’opération.',
  checkAddress: () =>
    'Vérifiez l’adresse et son port. La réponse vient peut-être d’une page de connexion du réseau, ou d’un serveur qui n’utilise que http.',
  trustAuthority: ({ isSet }) =>
    isSet
      ? 'NODE_EXTRA_CA_CERTS est défini : vérifiez que ce compte peut lire le fichier, et que celui-ci contient le certificat de cette autorité au format PEM.'
      : 'S’il provient de l’autorité de votre entreprise, demandez au service informatique le certificat de cette autorité sous forme de fichier PEM, et indiquez le chemin de ce fichier dans NODE_EXTRA_CA_CERTS avant de démarrer rwa.',
  createClient: () => 'Créez un autre client.',
  checkProxy: ({ variable, isHttps }) =>
    `Vérifiez que ${variable} indique le bon proxy et que celui-ci fonctionne.${isHttps ? ` La plupart des proxys se contactent en http : si c’est le cas du vôtre, écrivez http:// dans ${variable} ; les requêtes adressées au service restent chiffrées.` : ''}`,
  checkTunnel: ({ variable, host }) =>
    `Vérifiez que ${variable} indique le bon proxy et qu’aucune page de connexion du réseau ne répond à sa place. Si tout est correct, demandez à l’administrateur du proxy d’autoriser les connexions https vers ${host}.`,
  allowHost: ({ host }) =>
    `${fromProxy} demandez à l’administrateur du proxy d’autoriser ${host}. Si cette machine peut s’y connecter directement, ajoutez cet hôte à NO_PROXY.`,
  checkHostName: () =>
    `${fromProxy} vérifiez le nom d’hôte dans l’URL de base. S’il est correct, le service est indisponible ou le proxy ne peut pas le joindre ; adressez-vous à l’administrateur du proxy.`,
  checkKindOfProxy: ({ variable, host }) =>
    `${fromProxy} vérifiez que ${variable} indique un proxy qui autorise les connexions https vers ${host}.`,
  askForOtherLogin: () =>
    'Demandez à l’administrateur du proxy de laisser cette machine accéder au service sans identification, ou avec un nom et un mot de passe (Basic).',
  setProxyLogin: ({ variable, proxy }) =>
    `Indiquez-les dans ${variable}, ${describeProxyLogin(variable, proxy)}`,
  correctProxyLogin: ({ variable, proxy }) =>
    `Corrigez-les dans ${variable}, ${describeProxyLogin(variable, proxy)}`,
  other: ({ text }) => text,
};

function describeProxyLogin(variable: string, proxy: string): string {
  return `dans un fichier que seul ce compte peut lire : ${variable}=${proxy.replace('://', '://NOM:MOT_DE_PASSE@')}. Codez les caractères spéciaux avec un signe pour cent : @ devient %40, # devient %23, % devient %25.`;
}

export function remedyText(remedy: RequestRemedy): string {
  return formatByCode(remedyWording, remedy);
}

export function getHint(hint: Hint): string {
  return getWordedHint(remedyWording, hint, advice[hint.code]);
}

export function getRowHint(hint: Hint): string {
  const usual = advice[hint.code].replace(nothingSent, ' ; cette ligne n’a pas été envoyée');
  return getWordedHint(remedyWording, hint, usual);
}

/** Does not claim that nothing was sent, because the run may have sent other rows. */
export function getRunHint(hint: Hint): string {
  return getWordedHint(remedyWording, hint, advice[hint.code].replace(nothingSent, ''));
}

const faultWording: WordingByCode<ConnectionFaults> = {
  connectionRefused: () => 'la connexion a été refusée',
  hostUnknown: () => 'le nom d’hôte est inconnu',
  hostNotLookedUp: () => 'le nom d’hôte ne peut pas être résolu actuellement',
  connectionReset: () => 'la connexion a été interrompue',
  connectionClosed: () => 'la connexion a été fermée',
  connectingTimedOut: () => 'la connexion a pris trop de temps',
  networkUnreachable: () => 'le réseau est inaccessible',
  hostUnreachable: () => 'l’hôte est inaccessible',
  filesOpen: ({ isWholeMachine }) =>
    `trop de fichiers sont ouverts${isWholeMachine ? ' sur cette machine' : ''}`,
  certificateExpired: () => 'le certificat du serveur a expiré',
  certificateNotYetValid: () =>
    'le certificat du serveur n’est pas encore valable selon l’horloge de cette machine',
  certificateOfOtherHost: () => 'le certificat du serveur est établi pour un autre hôte',
  certificateUntrusted: () =>
    'le certificat du serveur provient d’une autorité qui n’est pas reconnue ici',
  certificateSelfSigned: () => 'le certificat du serveur est autosigné',
  notHttps: () => 'la réponse ne vient pas d’un serveur https',
  handshakeFailed: ({ detail }) =>
    `l’établissement de la connexion https a échoué${detail === undefined ? '' : ` (${detail})`}`,
  timedOut: ({ seconds }) => `délai de ${formatNumber(seconds)} s dépassé`,
  answerTooLong: () => 'la réponse est beaucoup trop longue',
  cancelled: () => 'la requête a été annulée',
  clientClosed: () => 'ce client a été fermé',
  proxyFailed: ({ proxy, fault }) =>
    `la connexion au proxy ${proxy} a échoué : ${faultText(fault)}`,
  tunnelFailed: ({ proxy, host, fault }) =>
    `le tunnel du proxy ${proxy} vers ${host} a échoué : ${faultText(fault)}`,
  proxyForbidsHost: ({ proxy, host, httpStatus }) =>
    `le proxy ${proxy} n’autorise pas de connexion vers ${host} (HTTP ${httpStatus})`,
  proxyDidNotConnect: ({ proxy, host, httpStatus }) =>
    `le proxy ${proxy} n’a pas pu se connecter à ${host} (HTTP ${httpStatus})`,
  proxyLoginMissing: ({ proxy, httpStatus }) =>
    `le proxy ${proxy} exige un nom et un mot de passe (HTTP ${httpStatus})`,
  proxyLoginRefused: ({ proxy, httpStatus }) =>
    `le proxy ${proxy} a refusé le nom et le mot de passe (HTTP ${httpStatus})`,
  proxyLoginUnsupported: ({ proxy, kinds, httpStatus }) =>
    `le proxy ${proxy} exige un type d’identification que rwa ne prend pas en charge (${kinds.join(', ')} ; HTTP ${httpStatus})`,
  proxyAnswered: ({ proxy, httpStatus }) => `le proxy ${proxy} a répondu HTTP ${httpStatus}`,
  other: ({ text }) => text,
};

export function faultText(fault: ConnectionFault): string {
  return formatByCode(faultWording, fault);
}

const bodyFaultWording: WordingByCode<BodyFaults> = {
  unknownEncoding: ({ encoding }) =>
    `a le codage de contenu ${quoted(encoding)}, qui ne peut pas être lu ici`,
  wrongEncoding: ({ encoding }) =>
    `annonce le codage de contenu ${quoted(encoding)}, mais son corps ne l’a pas`,
  tooLong: ({ megabytes }) => `dépasse ${megabytes} Mo une fois décompressée`,
  other: ({ text }) => text,
};

const contentWording: WordingByCode<Contents> = {
  empty: () => 'un corps vide',
  webPage: () => 'une page web',
  text: ({ text }) => quoted(text),
};

const breachWords: Readonly<Record<BreachFault, string>> = {
  missing: 'manque',
  missingWithOther: 'manque, et contractorMisclass aussi',
  notNumber: 'n’est pas un nombre',
  belowZero: 'est inférieur à 0',
  aboveTen: 'est supérieur à 10',
  notText: 'n’est pas un texte',
  tooLong: 'est trop long',
  ofOtherAssessment: 'appartient à une autre évaluation',
  different: 'n’est pas conforme au contrat',
};

const jsonFaults: Readonly<Record<RequestMessages['brokenJson']['fault'], string>> = {
  incomplete: 'est du JSON incomplet',
  followedByText: 'est du JSON suivi d’un autre texte',
  invalid: 'n’est pas du JSON valide',
};

const requestWording: WordingByCode<RequestMessages> = {
  service: ({ text }) => text,
  statusWithWords: ({ httpStatus, text }) => `HTTP ${httpStatus} : ${text}`,
  status: ({ httpStatus, content, unreadable, wait }) =>
    `le service a répondu HTTP ${httpStatus}${describeBody(content, unreadable)}${describeWait(wait)}.`,
  notReached: ({ fault }) => `le service n’a pas pu être joint : ${faultText(fault)}`,
  noAnswer: ({ fault }) => `pas de réponse : ${faultText(fault)}`,
  cancelled: () => 'la requête a été annulée.',
  unexpectedSuccess: () => 'la réponse annonce un succès.',
  testEnvironmentOnly: ({ operation }) =>
    `l’opération ${operation} ne fonctionne que dans l’environnement de test.`,
  invalidInputs: ({ problems }) =>
    problems.map(({ label, message }) => valueText(message, toFrenchLabel(label))).join(' ; '),
  cutShort: () => 'la réponse était incomplète.',
  unreadableBody: ({ fault }) => `la réponse ${formatByCode(bodyFaultWording, fault)}.`,
  brokenJson: ({ fault }) => `la réponse ${jsonFaults[fault]}.`,
  notJson: ({ content }) =>
    `la réponse n’est pas du JSON, mais ${formatByCode(contentWording, content)}.`,
  statusMissing: ({ text }) =>
    text === undefined
      ? 'la réponse n’a pas de statut.'
      : `la réponse n’a pas de statut prévu par le contrat ; elle indique : ${text}`,
  unknownStatus: ({ status }) => `la réponse a le statut ${quoted(status)}.`,
  errorWithoutReason: () => 'la réponse est une erreur sans motif.',
  errorWithSuccess: () => 'la réponse se contredit : le statut est error, mais success vaut true.',
  successWithoutSuccess: () =>
    'la réponse se contredit : le statut est success, mais success vaut false.',
  successWithStatus: ({ httpStatus }) =>
    `la réponse annonce un succès, mais a le statut HTTP ${httpStatus}.`,
  errorWithId: ({ name, id, answer }) =>
    `la réponse se contredit : c’est une erreur, mais elle contient ${name} ${quoted(id)}. Elle indique : ${formatByCode(requestWording, answer)}`,
  contractBroken: ({ breaches }) =>
    `la réponse ne respecte pas le contrat : ${breaches.map(describeBreach).join(' ; ')}.`,
  other: ({ text }) => text,
};

export function requestText(message: RequestMessage): string {
  const words = formatByCode(requestWording, message);
  return isQuotation(message) ? words : capitalize(words);
}

export function requestSentence(message: RequestMessage): string {
  return toSentence(requestText(message));
}

export function requestAfterColon(message: RequestMessage): string {
  return toSentence(formatByCode(requestWording, message));
}

function describeBreach({ field, fault, number }: Breach): string {
  const words =
    number === undefined ? breachWords[fault] : `est le nombre ${number} au lieu d’un texte`;
  return `${field} ${words}`;
}

function describeBody(content: Content | undefined, unreadable: BodyFault | undefined): string {
  if (unreadable !== undefined) {
    return ` ; la réponse ${formatByCode(bodyFaultWording, unreadable)}`;
  }
  return content === undefined ? '' : ` avec ${formatByCode(contentWording, content)}`;
}

function describeWait(wait: StatedWait | undefined): string {
  if (wait === undefined) return '';
  return 'seconds' in wait
    ? ` ; il demande d’attendre ${wait.seconds} s`
    : ` ; il demande d’attendre jusqu’au ${formatUtcMinute(wait.until)}`;
}
