import { toSentence } from '../../src/toSentence.js';
import type { Failure } from '../../src/failure.js';
import { isQuotation } from '../../src/requestWords.js';
import { isUnavailable } from '../engine/run/serviceWait.js';

/** `token` names the setting with the company token. */
export function serviceRefusalText(failure: Failure, url: string, token: string): string {
  const { code, message, reason, hint, remedy, httpStatus } = failure;
  const nothingSent = 'Nothing was sent.';
  if (code === 'unauthorized') {
    return `The service refused the company token: ${toSentence(message)} Check ${token}, and that the token belongs to the environment of ${url}. ${nothingSent}`;
  }
  if (code === 'not_sent') {
    const advice = remedy === undefined ? `Check the base URL ${url} and the network.` : hint;
    return `${toSentence(message)} ${advice} ${nothingSent}`;
  }
  if (code === 'busy') {
    return `The service is busy: ${toSentence(message)} Try again later. ${nothingSent}`;
  }
  if (isUnavailable(failure)) {
    const text = toSentence(message);
    const problem =
      reason.code === 'noAnswer' ? text : `The service returned no usable answer: ${text}`;
    return `${problem} Try again later; if this continues, check the base URL ${url} and the network. ${nothingSent}`;
  }
  const needsNoStatus =
    httpStatus === undefined || httpStatus === 200 || reason.code === 'statusWithWords';
  const status = needsNoStatus ? '' : ` (HTTP ${httpStatus})`;
  const text = toSentence(message);
  const answer = isQuotation(reason)
    ? `It answered${status}: ${text}`
    : text.replace(/^The service\b/, 'It');
  return `${url} is not the assessment service. ${answer} Check the base URL. ${nothingSent}`;
}
