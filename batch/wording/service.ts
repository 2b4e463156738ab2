import { toSentence } from '../../src/toSentence.js';
import type { ServiceMessages } from '../engine/run/runMessages.js';
import { serviceRefusalText } from './serviceRefusalText.js';
import { formatUtcMinute } from '../../src/formatUtcMinute.js';
import { formatTimeSpan } from './words.js';
import type { Wordings } from './wordings.js';

/** The end of a sentence about a URL whose service has an assessment from the journal. */
export const sameServiceText = 'it is the same service under another URL. Nothing was sent.';

export function createServiceWording({
  token,
  waitOption,
}: {
  /** The setting with the company token. */
  readonly token: string;
  /** The words after a time, such as ` (--wait-for-service)`; may be empty. */
  readonly waitOption: string;
}): Wordings<
  Pick<
    ServiceMessages,
    'serviceUnusable' | 'serviceAwaited' | 'serviceIsBack' | 'serviceStayedAway'
  >
> {
  return {
    serviceUnusable({ service, failure }) {
      return serviceRefusalText(failure, service, token);
    },
    serviceAwaited({ failure: { message }, leftMs, until }) {
      return `${toSentence(message)} Nothing was sent. Trying again for ${formatTimeSpan(leftMs)}, until ${formatUtcMinute(until)}${waitOption}.`;
    },
    serviceIsBack({ waitedMs }) {
      return `The service is available again after ${formatTimeSpan(waitedMs)}.`;
    },
    serviceStayedAway({ service, waitedMs, failure }) {
      return `The service was not available within ${formatTimeSpan(waitedMs)}${waitOption}. ${serviceRefusalText(failure, service, token)}`;
    },
  };
}
