import type { ExchangeOutcome } from '../../../src/clientEvents.js';
import type { OperationName } from '../../../src/operations.js';

export interface TokenState {
  /** True if the service refused the token in its latest answers. */
  isRefused: boolean;
}

/** These outcomes show that the service accepts the token. */
const accepted: ReadonlySet<ExchangeOutcome> = new Set([
  'success',
  'pending',
  'not_found',
  'refused',
]);

/** The service may accept a token for only some operations. */
export class TokenAnswers implements Readonly<TokenState> {
  readonly #refused = new Set<OperationName>();

  get isRefused(): boolean {
    return this.#refused.size > 0;
  }

  /** A lost answer changes nothing. */
  record(operation: OperationName, outcome: ExchangeOutcome): void {
    if (outcome === 'unauthorized') this.#refused.add(operation);
    if (accepted.has(outcome)) this.#refused.delete(operation);
  }
}
