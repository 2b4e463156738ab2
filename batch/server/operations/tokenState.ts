import type { ExchangeOutcome } from '../../../src/clientEvents.js';
import type { OperationName } from '../../../src/operations.js';

export interface TokenState {
  /** True if the service refuses the company token of this process, as far as its latest answers show. */
  isRefused: boolean;
}

/** The outcomes of a request whose token the service has accepted. */
const accepted: ReadonlySet<ExchangeOutcome> = new Set([
  'success',
  'pending',
  'not_found',
  'refused',
]);

/** The token state from the latest answer for each operation: the service may accept a token for only some of them. */
export class TokenAnswers implements Readonly<TokenState> {
  readonly #refused = new Set<OperationName>();

  get isRefused(): boolean {
    return this.#refused.size > 0;
  }

  /** Records the outcome of a request. A lost answer changes nothing. */
  record(operation: OperationName, outcome: ExchangeOutcome): void {
    if (outcome === 'unauthorized') this.#refused.add(operation);
    if (accepted.has(outcome)) this.#refused.delete(operation);
  }
}
