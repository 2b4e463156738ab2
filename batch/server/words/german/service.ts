import type { Failure } from '../../../../src/failure.js';
import { isQuotation } from '../../../../src/requestWords.js';
import { toSentence } from '../../../../src/toSentence.js';
import type { WrongAnswer } from '../../../engine/journal/facts.js';
import type { ServiceMessages, WorkMessages } from '../../../engine/run/runMessages.js';
import { isUnavailable } from '../../../engine/run/serviceWait.js';
import { type Sentence, sentence, value, ValuedSentence } from '../../../wording/sentence.js';
import { formatUtcMinute } from '../../../../src/formatUtcMinute.js';
import { capitalize } from '../../../wording/words.js';
import type { Wordings } from '../../../wording/wordings.js';
import { embeddedSandbox } from '../../settings/folderService.js';
import { askOperator } from './advice.js';
import { getRunHint, getHint, requestSentence } from './requests.js';
import { countRows, nameRow, timeSpan } from './phrases.js';
import { refusalText, wrongAnswerHint, wrongAnswerText } from './reasons.js';

const nothingSent = 'Es wurde nichts gesendet.';

export function nameService(service: string): string {
  return service === embeddedSandbox ? 'die eingebaute Sandbox' : service;
}

/** A URL keeps its lowercase first letter. */
function beginWithService(service: string): string {
  const name = nameService(service);
  return name === service ? name : capitalize(name);
}

function nameServiceInGenitive(service: string): string {
  return service === embeddedSandbox ? 'der eingebauten Sandbox' : `von ${service}`;
}

function nameBaseUrl(service: string): string {
  return `die Basis-URL ${service === embeddedSandbox ? nameServiceInGenitive(service) : service}`;
}

export const serviceWording: Wordings<ServiceMessages> = {
  serviceUnusable: ({ service, failure }) => describeServiceFailure(failure, service),
  assessmentUnknown: ({ service, assessmentId, row, sheet, isOnlyInSheet = false }) => {
    const place = sheet === undefined ? nameRow(row) : `${nameRow(row)} der Tabelle ${sheet}`;
    const remedyForRow = isOnlyInSheet
      ? `leeren Sie in der Datei die „Assessment ID“ von ${place}, und laden Sie die Datei als neue Tabelle hoch`
      : `öffnen Sie ${place} unter „Ergebnisse“, wählen Sie „Diese Bewertung gehört nicht zur Zeile …“, und starten Sie dann erneut`;
    const remedy =
      row === undefined
        ? 'machen Sie unter „Zuordnen“ oder „Prüfen“ rückgängig, was ihre Zeile geändert hat, und starten Sie erneut: Diese Meldung nennt dann die Zeile'
        : remedyForRow;
    const which = isOnlyInSheet
      ? `die in der Datei mit Risikowerten zu ${place} steht`
      : `die auf diesem Server zu ${place} vermerkt ist`;
    return [
      `${beginWithService(service)} kennt die Bewertung ${assessmentId} nicht, ${which}. ${nothingSent}`,
      `${askOperator} die Basis-URL und das Firmen-Token zu prüfen, mit denen dieser Server gestartet wurde: Sie gehören vielleicht zu einer anderen Firma oder einem anderen Dienst.`,
      `Wenn die Bewertung im Dienst gelöscht wurde, ${remedy}.`,
    ];
  },
  isNoOtherService: ({ service, differentService, assessmentId }) =>
    `${beginWithService(service)} kennt die Bewertung ${assessmentId}, die an ${nameService(differentService)} gesendet wurde: Es ist derselbe Dienst unter einer anderen URL. ${nothingSent} ${askOperator} das beim nächsten Start zu bestätigen.`,
  serviceAwaited: ({ failure: { reason }, leftMs, until }) =>
    `${requestSentence(reason)} ${nothingSent} Weitere Versuche folgen noch ${timeSpan(leftMs)} lang (bis ${formatUtcMinute(until)}).`,
  serviceIsBack: ({ waitedMs }) => `Der Dienst ist nach ${timeSpan(waitedMs)} wieder erreichbar.`,
  serviceStayedAway: ({ service, waitedMs, failure }) =>
    `Der Dienst war ${timeSpan(waitedMs)} lang nicht erreichbar. ${describeServiceFailure(failure, service)}`,
};

function describeServiceFailure(failure: Failure, service: string): string {
  const { code, reason, remedy, httpStatus } = failure;
  const text = requestSentence(reason);
  const check = `Prüfen Sie ${nameBaseUrl(service)} und das Netz.`;
  if (code === 'unauthorized') {
    return `Der Dienst hat das Firmen-Token zurückgewiesen: ${text} Prüfen Sie das Firmen-Token, mit dem dieser Server gestartet wurde, und ob es zur Umgebung ${nameServiceInGenitive(service)} gehört. ${nothingSent}`;
  }
  if (code === 'not_sent') {
    return `${text} ${remedy === undefined ? check : getHint(failure)} ${nothingSent}`;
  }
  if (code === 'busy') {
    return `Der Dienst ist ausgelastet: ${text} Versuchen Sie es später erneut. ${nothingSent}`;
  }
  if (isUnavailable(failure)) {
    const problem =
      reason.code === 'noAnswer'
        ? text
        : `Der Dienst hat keine brauchbare Antwort gegeben: ${text}`;
    return `${problem} Versuchen Sie es später erneut. Wenn das so bleibt: ${check} ${nothingSent}`;
  }
  const needsNoStatus =
    httpStatus === undefined || httpStatus === 200 || reason.code === 'statusWithWords';
  const status = needsNoStatus ? '' : ` (HTTP ${httpStatus})`;
  const answer = isQuotation(reason)
    ? `Die Antwort war${status}: ${text}`
    : text.replace(/^Der Dienst\b/, 'Diese Adresse');
  return `${beginWithService(service)} ist nicht der Bewertungsdienst. ${answer} Prüfen Sie die Basis-URL. ${nothingSent}`;
}

export const workWording: Wordings<WorkMessages> = {
  tokenRefused: ({ failure }) => {
    const { operation, reason } = failure;
    return sentence`Der Dienst hat das Firmen-Token für ${operation} zurückgewiesen: ${value(requestSentence(reason))} ${getHint(failure)} Wenn andere Operationen es annehmen, bitten Sie den Betreiber des Dienstes, ${operation} zu erlauben.`;
  },
  rowsInARowFailed: ({ rows, failure }) =>
    sentence`${`${rows}`} Zeilen nacheinander sind fehlgeschlagen. Der letzte Fehler: ${describeFailure(failure)} ${adviseOnFailure(failure)}`,
  rowsNotSent: ({ rows: [first, ...others], failure }) => {
    const which =
      others.length === 0
        ? `Zeile ${first ?? ''} wurde nicht gesendet.`
        : `${countRows(others.length + 1)} wurden nicht gesendet; die erste davon ist Zeile ${first ?? ''}.`;
    return sentence`${which} Der Fehler: ${describeFailure(failure)} ${adviseOnFailure(failure)}`;
  },
  rowNotRecorded: ({ row, became }) => {
    const which =
      row === undefined ? 'Eine Zeile, die nicht mehr in der Tabelle steht,' : `Zeile ${row}`;
    return sentence`${which} ${describeOutcome(became)}, aber das konnte nicht gespeichert werden. Notieren Sie es: Sie werden unter „Zu klären“ danach gefragt.`;
  },
};

/** Webhooks, emails and the health port get at most the HTTP status of an answer, which may quote the request. */
function describeFailure(failure: Failure | WrongAnswer): Sentence {
  const isFailure = 'delivery' in failure;
  const message = isFailure
    ? requestSentence(failure.reason)
    : toSentence(wrongAnswerText(failure));
  if (isFailure && failure.delivery !== 'answered') return message;
  const { httpStatus } = isFailure ? failure : {};
  const status = httpStatus === undefined ? '' : ` mit HTTP ${httpStatus}`;
  return new ValuedSentence(message, `eine Antwort${status}, die hier nicht wiederholt wird.`);
}

function adviseOnFailure(failure: Failure | WrongAnswer): string {
  return 'delivery' in failure ? getRunHint(failure) : wrongAnswerHint(failure);
}

function describeOutcome(became: WorkMessages['rowNotRecorded']['became']): Sentence {
  switch (became.what) {
    case 'created':
      return `wurde bewertet (Bewertungs-ID ${became.id})`;
    case 'done':
      return `ist erledigt (ID ${became.id})`;
    case 'refused':
      return sentence`wurde zurückgewiesen (${value(refusalText(became.reason).replace(/\.$/, ''))})`;
    case 'notSent':
      return 'wurde nicht gesendet';
  }
}
