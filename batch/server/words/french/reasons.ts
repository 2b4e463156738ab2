import type { Failure } from '../../../../src/failure.js';
import type { RequestMessage } from '../../../../src/requestMessages.js';
import type { Reason, RequestFailed, WrongAnswer } from '../../../engine/journal/facts.js';
import { labelErrors } from '../../../wording/reasons.js';
import { lookUp, onlyInSheet } from './advice.js';
import {
  getRowHint,
  getHint,
  reportToOperator,
  requestAfterColon,
  requestSentence,
  requestText,
} from './requests.js';
import { nameInput, quoteField } from './labels.js';
import { nameRow, ofRow, withSmallLetter } from './phrases.js';

export function idIsMissing(status: string): string {
  const shows =
    status === ''
      ? 'La valeur de « Row reference » montre que la ligne a été envoyée'
      : `Le fichier indique ${status}`;
  return `${shows}, mais il manque l’« Assessment ID », et ce serveur n’a aucune trace de la ligne.`;
}

export function reasonText(reason: Reason): string {
  switch (reason.code) {
    case 'requestFailed':
      return withHint(requestSentence(reason.message), reason);
    case 'detached':
      return `Quelqu’un a indiqué que l’évaluation ${reason.assessmentId} appartient à une autre ligne.`;
    case 'sentElsewhere':
      return reason.isDone
        ? 'Cette ligne a été envoyée depuis un autre tableau, et son évaluation existe.'
        : 'Cette ligne a été envoyée depuis un autre tableau, ou l’a peut-être été, et il n’y a pas encore de réponse.';
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
        reason.by === 'person' ? lookUp : 'C’est le service qui l’a renvoyée pour cette ligne.';
      return `${wrongAnswerText(reason)} ${then}`;
    }
  }
}

export function reasonAfterColon(reason: Reason): string {
  return reason.code === 'requestFailed'
    ? withHint(requestAfterColon(reason.message), reason)
    : withSmallLetter(reasonText(reason));
}

function withHint(words: string, { hint }: RequestFailed): string {
  return hint === undefined ? words : `${words} ${getHint(hint)}`;
}

export function refusalText(reason: RequestMessage): string {
  return labelErrors(reason, ({ field }) => nameInput(field), ' :') ?? requestText(reason);
}

export function wrongAnswerText(wrong: WrongAnswer): string {
  switch (wrong.code) {
    case 'idOfOtherAnswer':
      return `La réponse pour ${nameRow(wrong.row)} contient l’identifiant ${wrong.id}, qui est déjà celui ${ofRow(wrong.owner)}.`;
    case 'resultOfOtherEmployee':
      return `L’évaluation ${wrong.assessmentId} appartient à une autre personne.`;
    case 'resultOfOtherPurpose':
      return `L’évaluation ${wrong.assessmentId} ne correspond pas au motif ${wrong.purpose}.`;
    case 'resultOfOtherStaff':
      return `Dans l’évaluation ${wrong.assessmentId}, la valeur de ${quoteField(wrong.field)} n’est pas celle de la ligne.`;
  }
}

export function wrongAnswerHint({ code }: WrongAnswer): string {
  return code === 'idOfOtherAnswer' ? reportToOperator : lookUp;
}

export function failureText(failure: Failure): string {
  return `${requestSentence(failure.reason)} ${getRowHint(failure)}`;
}
