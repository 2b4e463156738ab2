import type { Failure } from '../../../../src/failure.js';
import type { RequestMessage } from '../../../../src/requestMessages.js';
import type { Reason, WrongAnswer } from '../../../engine/journal/facts.js';
import { getRowHint, getHint, reportToOperator, requestSentence, requestText } from './requests.js';
import { labelErrors } from '../../../wording/reasons.js';
import { nameInput } from './labels.js';
import { nameRow } from './phrases.js';

const lookUp =
  'Suchen Sie die Zeile im Dienst, öffnen Sie sie dann unter „Ergebnisse“, und geben Sie ihre Bewertungs-ID ein oder geben Sie an, dass es keine gibt.';

export const onlyInSheet =
  'Laut der Datei wurde die Zeile gesendet, aber es kam keine Antwort; auf diesem Server ist dazu nichts vermerkt.';

export function idIsMissing(status: string): string {
  const evidence =
    status === ''
      ? 'Die „Row reference“ zeigt, dass die Zeile gesendet wurde'
      : `In der Datei steht „${status}“`;
  return `${evidence}, aber die „Assessment ID“ fehlt, und auf diesem Server ist zu der Zeile nichts vermerkt.`;
}

export function reasonText(reason: Reason): string {
  switch (reason.code) {
    case 'requestFailed': {
      const { message, hint } = reason;
      const words = requestSentence(message);
      return hint === undefined ? words : `${words} ${getHint(hint)}`;
    }
    case 'detached':
      return `Die Bewertung ${reason.assessmentId} gehört laut Angabe einer Person zu einer anderen Zeile.`;
    case 'sentElsewhere':
      return reason.isDone
        ? 'Diese Zeile wurde aus einer anderen Tabelle gesendet, und ihre Bewertung ist vorhanden.'
        : 'Diese Zeile wurde aus einer anderen Tabelle gesendet oder könnte von dort gesendet worden sein, und es gibt noch keine Antwort.';
    case 'onlyInSheet':
      return onlyInSheet;
    case 'idMissing':
      return idIsMissing(reason.status);
    case 'idOfOtherAnswer':
      return wrongAnswerText(reason);
    case 'resultOfOtherEmployee':
    case 'resultOfOtherPurpose':
    case 'resultOfOtherStaff': {
      const then =
        reason.by === 'person' ? lookUp : 'Der Dienst hat sie für diese Zeile zurückgegeben.';
      return `${wrongAnswerText(reason)} ${then}`;
    }
  }
}

export function refusalText(reason: RequestMessage): string {
  return labelErrors(reason, ({ field }) => nameInput(field)) ?? requestText(reason);
}

export function wrongAnswerText(wrong: WrongAnswer): string {
  switch (wrong.code) {
    case 'idOfOtherAnswer':
      return `Die Antwort zu ${nameRow(wrong.row)} enthält die ID ${wrong.id}, die schon zu ${nameRow(wrong.owner)} gehört.`;
    case 'resultOfOtherEmployee':
      return `Die Bewertung ${wrong.assessmentId} gehört zu einer anderen Person.`;
    case 'resultOfOtherPurpose':
      return `Die Bewertung ${wrong.assessmentId} gilt nicht für den Zweck ${wrong.purpose}.`;
    case 'resultOfOtherStaff':
      return `In der Bewertung ${wrong.assessmentId} ist „${nameInput(wrong.field)}“ anders als in der Zeile.`;
  }
}

export function wrongAnswerHint({ code }: WrongAnswer): string {
  return code === 'idOfOtherAnswer' ? reportToOperator : lookUp;
}

export function failureText(failure: Failure): string {
  return `${requestSentence(failure.reason)} ${getRowHint(failure)}`;
}
