import type { ConnectionFault, RequestRemedy } from '../../src/requestMessages.js';
import { formatFault, formatRemedy } from '../../src/requestWords.js';

/** Never contains the URL of the webhook, which is a secret. */
export type WebhookProblem =
  | { readonly code: 'answered'; readonly status: number }
  | { readonly code: 'late' }
  | { readonly code: 'interrupted' }
  | { readonly code: 'proxyUnusable'; readonly variable: string }
  | {
      readonly code: 'unreachable';
      readonly fault: ConnectionFault;
      readonly remedy?: RequestRemedy | undefined;
    };

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** The text follows the URL of the webhook: `was not reached in time`. */
export function wordWebhookProblem(
  problem: WebhookProblem,
  wordProxy: (variable: string) => string,
): string {
  switch (problem.code) {
    case 'answered': {
      const { status } = problem;
      return `answered HTTP ${status}${isRedirect(status) ? ', a redirect, which is not followed' : ''}`;
    }
    case 'late':
      return 'was not reached in time';
    case 'interrupted':
      return 'was not reached before the interruption';
    case 'proxyUnusable':
      return wordUnreached(wordProxy(problem.variable));
    case 'unreachable':
      return wordUnreached(wordReason(problem));
  }
}

function wordUnreached(reason: string): string {
  return `was not reached: ${reason}`.replace(/[.]$/, '');
}

function wordReason({ fault, remedy }: Extract<WebhookProblem, { code: 'unreachable' }>): string {
  const reason = formatFault(fault);
  return remedy === undefined ? reason : `${reason}. ${formatRemedy(remedy)}`;
}
