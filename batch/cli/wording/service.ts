import type { ServiceMessages } from '../../engine/run/runMessages.js';
import { formatRow } from '../../wording/formatRow.js';
import { sameServiceText, createServiceWording } from '../../wording/service.js';
import type { Wordings } from '../../wording/wordings.js';

const token = 'the token (RWA_TOKEN, --token-file, or tokenFile in rwa.config.json)';

export const serviceWording: Wordings<ServiceMessages> = {
  ...createServiceWording({ token, waitOption: ' (--wait-for-service)' }),
  assessmentUnknown({ service, assessmentId, row, isOnlyInSheet = false }) {
    const source = isOnlyInSheet
      ? 'which the sheet shows with scores'
      : 'which the journal contains';
    const removed = 'If the assessment was removed from the service:';
    const resume = 'then run the same command again';
    const resolve = `run rwa resolve with --row ${row} and --not-its-assessment`;
    const clear = `clear the Assessment ID in row ${row} and save the sheet`;
    return [
      `${service} has no assessment ${assessmentId} of ${formatRow(row)}, ${source}. The token may belong to another company, or the base URL to another service. Nothing was sent.`,
      `Check the base URL and ${token}, and run the same command again.`,
      row === undefined
        ? `${removed} put its row back into the sheet and run the same command again.`
        : `${removed} ${isOnlyInSheet ? clear : resolve}, ${resume}.`,
    ];
  },
  isNoOtherService({ service, differentService, assessmentId, sheet }) {
    return `${service} has assessment ${assessmentId}, which ${sheet} sent to ${differentService}: ${sameServiceText} Run the same command again without --other-service.`;
  },
};
