import type { Failure } from '../../../../src/failure.js';
import { isQuotation } from '../../../../src/requestWords.js';
import type { WrongAnswer } from '../../../engine/journal/facts.js';
import type { ServiceMessages, WorkMessages } from '../../../engine/run/runMessages.js';
import { isUnavailable } from '../../../engine/run/serviceWait.js';
import { type Sentence, sentence, value, ValuedSentence } from '../../../wording/sentence.js';
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import { capitalize } from '../../../wording/words.js';
import type { Wordings } from '../../../wording/wordings.js';
import { embeddedSandbox } from '../../settings/folderService.js';
import { askOperator } from './advice.js';
import { getRunHint, getHint, requestAfterColon, requestSentence } from './requests.js';
import { choose, countRows, nameRow, ofRow, timeSpan, withSmallLetter } from './phrases.js';
import { refusalText, wrongAnswerHint, wrongAnswerText } from './reasons.js';

const token = 'le jeton de l’entreprise avec lequel ce serveur a été démarré';
const nothingSent = 'Rien n’a été envoyé.';

export function nameService(service: string): string {
  return service === embeddedSandbox ? 'le bac à sable intégré' : service;
}

/** A URL keeps its small first letter. */
function beginWithService(service: string): string {
  return service === embeddedSandbox ? capitalize(nameService(service)) : service;
}

function toService(service: string): string {
  return service === embeddedSandbox ? 'au bac à sable intégré' : `à ${service}`;
}

function ofService(service: string): string {
  return service === embeddedSandbox ? 'du bac à sable intégré' : `de ${service}`;
}

function nameBaseUrl(service: string): string {
  return `l’URL de base ${service === embeddedSandbox ? ofService(service) : service}`;
}

export const serviceWording: Wordings<ServiceMessages> = {
  serviceUnusable: ({ service, failure }) => serviceRefusal(failure, service),
  assessmentUnknown({ service, assessmentId, row, sheet, isOnlyInSheet = false }) {
    const inSheet = sheet === undefined ? '' : ` de ${sheet}`;
    const source = isOnlyInSheet
      ? 'que le fichier affiche avec des scores'
      : 'que ce serveur a enregistrée';
    const clearId = `videz l’« Assessment ID » ${ofRow(row)}${inSheet} dans le fichier et importez-le comme nouveau tableau`;
    const notItsAssessment = `ouvrez ${nameRow(row)}${inSheet} dans « Résultats » et choisissez « Ce n’est pas son évaluation… », puis relancez`;
    const undo =
      'annulez ce qui a modifié sa ligne dans « Correspondance » ou « Vérification », et relancez l’exécution : ce message nomme alors la ligne';
    const known = isOnlyInSheet ? clearId : notItsAssessment;
    return [
      `${beginWithService(service)} ne connaît pas l’évaluation ${assessmentId} ${ofRow(row)}${inSheet}, ${source}. ${nothingSent}`,
      `${askOperator} de vérifier l’URL de base et ${token} : ils correspondent peut-être à une autre entreprise ou à un autre service.`,
      `Si l’évaluation a été supprimée du service, ${row === undefined ? undo : known}.`,
    ];
  },
  isNoOtherService: ({ service, differentService, assessmentId }) =>
    `${beginWithService(service)} connaît l’évaluation ${assessmentId}, qui a été envoyée ${toService(differentService)} : c’est le même service sous une autre URL. ${nothingSent} ${askOperator} de le confirmer au prochain démarrage.`,
  serviceAwaited: ({ failure: { reason }, leftMs, until }) =>
    `${requestSentence(reason)} ${nothingSent} Nouvelles tentatives pendant ${timeSpan(leftMs)} (fin : ${formatUtcMinute(until)}).`,
  serviceIsBack: ({ waitedMs }) =>
    `Le service est de nouveau disponible après ${timeSpan(waitedMs)}.`,
  serviceStayedAway: ({ service, waitedMs, failure }) =>
    `Le service est resté indisponible pendant ${timeSpan(waitedMs)}. ${serviceRefusal(failure, service)}`,
};

function serviceRefusal(failure: Failure, service: string): string {
  const { code, reason: message, remedy, httpStatus } = failure;
  const words = requestSentence(message);
  const reason = requestAfterColon(message);
  if (code === 'unauthorized') {
    return `Le service a refusé le jeton de l’entreprise : ${reason} Vérifiez ${token}, et assurez-vous qu’il correspond à l’environnement ${ofService(service)}. ${nothingSent}`;
  }
  if (code === 'not_sent') {
    const advice =
      remedy === undefined ? `Vérifiez ${nameBaseUrl(service)} et le réseau.` : getHint(failure);
    return `${words} ${advice} ${nothingSent}`;
  }
  if (code === 'busy') {
    return `Le service est surchargé : ${reason} Réessayez plus tard. ${nothingSent}`;
  }
  if (isUnavailable(failure)) {
    const problem =
      message.code === 'noAnswer'
        ? words
        : `Le service n’a pas renvoyé de réponse exploitable : ${reason}`;
    return `${problem} Réessayez plus tard ; si cela persiste, vérifiez ${nameBaseUrl(service)} et le réseau. ${nothingSent}`;
  }
  const needsNoStatus =
    httpStatus === undefined || httpStatus === 200 || message.code === 'statusWithWords';
  const status = needsNoStatus ? '' : ` (HTTP ${httpStatus})`;
  const answer = isQuotation(message)
    ? `Réponse${status} : ${reason}`
    : words.replace(/^Le service\b/, 'Cette adresse');
  return `${beginWithService(service)} n’est pas le service d’évaluation. ${answer} Vérifiez l’URL de base. ${nothingSent}`;
}

export const workWording: Wordings<WorkMessages> = {
  tokenRefused: ({ failure }) => {
    const { operation, reason } = failure;
    return sentence`Le service a refusé le jeton de l’entreprise pour ${operation} : ${value(requestAfterColon(reason))} ${getHint(failure)} Si d’autres opérations l’acceptent, demandez à l’exploitant du service d’autoriser ${operation}.`;
  },
  rowsInARowFailed: ({ rows, failure }) =>
    sentence`${`${rows}`} lignes consécutives ont échoué. Dernière erreur : ${failureSentence(failure)} ${hintAbout(failure)}`,
  rowsNotSent({ rows: [first, ...others], failure }) {
    const rows = others.length + 1;
    const which = choose(
      rows,
      `La ligne ${first} n’a pas été envoyée`,
      `${countRows(rows)} n’ont pas été envoyées ; la ligne ${first} est la première d’entre elles`,
    );
    return sentence`${which}. Erreur : ${failureSentence(failure)} ${hintAbout(failure)}`;
  },
  rowNotRecorded: ({ row, became }) =>
    sentence`${capitalize(nameRow(row))} ${outcomeText(became)}, mais cela n’a pas pu être enregistré. Notez-le : cela vous sera demandé dans « À vérifier ».`,
};

/**
 * Webhooks, emails and the health port get only the HTTP status of an answer, because its text may quote the request.
 */
function failureSentence(failure: Failure | WrongAnswer): Sentence {
  const isFailure = 'delivery' in failure;
  const message = isFailure
    ? requestAfterColon(failure.reason)
    : withSmallLetter(wrongAnswerText(failure));
  if (isFailure && failure.delivery !== 'answered') return message;
  const { httpStatus } = isFailure ? failure : {};
  const answered = httpStatus === undefined ? 'une réponse' : `une réponse HTTP ${httpStatus}`;
  return new ValuedSentence(message, `${answered} qui n’est pas reproduite ici.`);
}

function hintAbout(failure: Failure | WrongAnswer): string {
  return 'delivery' in failure ? getRunHint(failure) : wrongAnswerHint(failure);
}

function outcomeText(became: WorkMessages['rowNotRecorded']['became']): Sentence {
  switch (became.what) {
    case 'created':
      return `a été évaluée (identifiant d’évaluation ${became.id})`;
    case 'done':
      return `a été traitée avec succès (identifiant ${became.id})`;
    case 'refused':
      return sentence`a été refusée (${value(refusalText(became.reason).replace(/\.$/, ''))})`;
    case 'notSent':
      return 'n’a pas été envoyée';
  }
}
