import type { ExchangeOutcome } from '../../../src/clientEvents.js';

/** Whether the service refuses the company token of this process, as far as its last answer shows. */
export interface TokenState {
  isRefused: boolean;
}

/** The outcomes of a request whose token the service has accepted. */
const accepted: ReadonlySet<ExchangeOutcome> = new Set([
  'success',
  'pending',
  'not_found',
  'refused',
]);

/** Updates the state after a request. A lost answer changes nothing. */
export function recordOutcome(token: TokenState, outcome: ExchangeOutcome): void {
  if (outcome === 'unauthorized') token.isRefused = true;
  if (accepted.has(outcome)) token.isRefused = false;
}
