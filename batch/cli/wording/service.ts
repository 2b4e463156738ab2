import type { ServiceMessages } from '../../engine/run/serviceMessages.js';
import { asSentence } from '../../../src/asSentence.js';
import { serviceRefusal } from '../../wording/serviceRefusal.js';
import { timeSpan, utcMinute } from '../../wording/words.js';
import type { WordingOf } from '../../wording/wordingOf.js';

/** Messages about the service before a run. */
export const serviceWording: WordingOf<ServiceMessages> = {
  serviceUnusable({ service, failure }) {
    return serviceRefusal(failure, service, token);
  },
  serviceAwaited({ failure: { message }, leftMs, until }) {
    return `${asSentence(message)} Nothing was sent. Trying again for ${timeSpan(leftMs)}, until ${utcMinute(until)} (--wait-for-service).`;
  },
  serviceIsBack({ waitedMs }) {
    return `The service is available again after ${timeSpan(waitedMs)}.`;
  },
  serviceStayedAway({ service, waitedMs, failure }) {
    return `The service was not available within ${timeSpan(waitedMs)} (--wait-for-service). ${serviceRefusal(failure, service, token)}`;
  },
};

/** What holds the company token. */
const token = 'RWA_TOKEN or --token-file';
