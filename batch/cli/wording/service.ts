import type { ServiceMessages } from '../../engine/run/runMessages.js';
import { asSentence } from '../../../src/asSentence.js';
import { formatRow } from '../../wording/formatRow.js';
import { serviceRefusal } from '../../wording/serviceRefusal.js';
import { timeSpan, utcMinute } from '../../wording/words.js';
import type { WordingOf } from '../../wording/wordingOf.js';

/** Messages about the service before a run. */
export const serviceWording: WordingOf<ServiceMessages> = {
  serviceUnusable({ service, failure }) {
    return serviceRefusal(failure, service, token);
  },
  assessmentUnknown({ service, assessmentId, row, isOnlyInSheet = false }) {
    const has = isOnlyInSheet ? 'which the sheet shows with scores' : 'which the journal contains';
    const removed = 'If the assessment was removed from the service:';
    const goOn = 'then run the same command again';
    const resolve = `run rwa resolve with --row ${row} and --not-its-assessment`;
    const clear = `clear the Assessment ID in row ${row} and save the sheet`;
    return [
      `${service} does not know assessment ${assessmentId} of ${formatRow(row)}, ${has}. The token may belong to another company, or the base URL to another service. Nothing was sent.`,
      `Check the base URL and ${token}, and run the same command again.`,
      row === undefined
        ? `${removed} put its row back into the sheet and run the same command again.`
        : `${removed} ${isOnlyInSheet ? clear : resolve}, ${goOn}.`,
    ];
  },
  isNoOtherService({ service, differentService, assessmentId, sheet }) {
    return `${service} knows assessment ${assessmentId}, which ${sheet} sent to ${differentService}: it is the same service under another URL. Nothing was sent. Run the same command again without --other-service.`;
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

/** The settings that contain the company token. */
const token = 'RWA_TOKEN or --token-file';
