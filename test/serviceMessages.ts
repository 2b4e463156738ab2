import type { RequestFailed } from '../batch/engine/journal/facts.js';

/** The messages of the service in docs/contract.md. The sandbox sends the same messages. */
export const serviceMessages = {
  incorrectCountry: 'Incorrect Country please review documentation',
  managerRequired: 'Manager ID is required for Manager Approved',
  complianceRequired: 'Compliance Team Member ID is required for Compliance Approved',
  rejecterRequired: 'Manager ID or Compliance Team Member ID is required for Rejected',
  // This text is invented, because docs/contract.md does not contain it.
  cancellerRequired: 'Cancelled By Staff ID is required for Canceled',
  unknownStatus:
    'Status must be Pending, Manager Approved, Compliance Approved, Rejected, or Canceled. Approved is also accepted as a legacy alias for Compliance Approved.',
  decisionUpdated: 'RWA decision and note updated',
  userNotCreated: 'Could not create pending user',
  assessmentNotFound: 'RWA not found for this company',
} as const;

/** Returns the reason for the failure of a request, in the service's words. */
export function createRequestFailure(text: string): RequestFailed {
  return { code: 'requestFailed', message: { code: 'service', text } };
}

/** The reason for the failure of a request whose connection was reset. */
export const connectionReset = {
  code: 'requestFailed',
  message: { code: 'noAnswer', fault: { code: 'connectionReset' } },
} as const satisfies RequestFailed;
