import { type Failure, hints } from '../../../src/failure.js';
import { isAway } from '../../engine/run/probe.js';
import type { ServiceMessages } from '../../engine/run/serviceMessages.js';
import { asSentence } from '../../../src/asSentence.js';
import { timeSpan, utcMinute } from '../../wording/words.js';
import type { WordingOf } from '../../wording/wordingOf.js';

/** Messages about the service before a run. */
export const serviceWording: WordingOf<ServiceMessages> = {
  serviceUnusable({ service, failure }) {
    return refusal(failure, service);
  },
  serviceAwaited({ failure: { message }, leftMs, until }) {
    return `${asSentence(message)} Nothing was sent. Trying again for ${timeSpan(leftMs)}, until ${utcMinute(until)} (--wait-for-service).`;
  },
  serviceIsBack({ waitedMs }) {
    return `The service is available again after ${timeSpan(waitedMs)}.`;
  },
  serviceStayedAway({ service, waitedMs, failure }) {
    return `The service was not available within ${timeSpan(waitedMs)} (--wait-for-service). ${refusal(failure, service)}`;
  },
};

/** What is wrong with the service, and what to do about it. */
function refusal(failure: Failure, url: string): string {
  const { code, message, hint, httpStatus } = failure;
  const nothingSent = 'Nothing was sent.';
  if (code === 'unauthorized') {
    return `The service refused the company token: ${asSentence(message)} Check RWA_TOKEN or --token-file, and that the token belongs to the environment of ${url}. ${nothingSent}`;
  }
  if (code === 'not_sent') {
    const advice = hint === hints.not_sent ? `Check the base URL ${url} and the network.` : hint;
    return `${asSentence(message)} ${advice} ${nothingSent}`;
  }
  if (code === 'busy') {
    return `The service is busy: ${asSentence(message)} Try again later. ${nothingSent}`;
  }
  if (isAway(failure)) {
    return `The service returned no usable answer: ${asSentence(message)} Try again later; if this continues, check the base URL ${url} and the network. ${nothingSent}`;
  }
  const status = httpStatus === undefined || httpStatus === 200 ? '' : ` (HTTP ${httpStatus})`;
  const said = asSentence(message);
  const answer = said.startsWith('The ')
    ? said.replace(/^The service\b/, 'It')
    : `It answered${status}: ${said}`;
  return `${url} is not the assessment service. ${answer} Check the base URL. ${nothingSent}`;
}
