import { type Delivery, type Reply, toJsonReply, toPageReply, toRefusal } from '../http/reply.js';

export interface FaultEffect {
  readonly commits: boolean;
  /** `asError` turns a success into an error that still contains the created ID. */
  readonly answer: Delivery['manner'] | Reply | 'asError';
  readonly delayMs?: number;
}

const serverError = toRefusal(500, 'Internal Server Error');
// The error format of Bubble: the base URL of the service suggests this platform.
const platformError = toJsonReply(
  {
    statusCode: 400,
    body: { status: 'MISSING_DATA', message: 'Missing parameter for workflow: employeeId' },
  },
  400,
);
const retryAfter = { 'Retry-After': '1' };

export const faultEffects = {
  'reset-before-commit': { commits: false, answer: 'reset' },
  'reset-after-commit': { commits: true, answer: 'reset' },
  'timeout-before-commit': { commits: false, answer: 'none' },
  'timeout-after-commit': { commits: true, answer: 'none' },
  'truncated-after-commit': { commits: true, answer: 'half' },
  'html-200': {
    commits: false,
    answer: toPageReply('<!doctype html><title>Maintenance</title><p>We will be back soon.</p>'),
  },
  'status-500-before-commit': { commits: false, answer: serverError },
  'status-500-after-commit': { commits: true, answer: serverError },
  'status-409-after-commit': {
    commits: true,
    answer: toPageReply('<!doctype html><title>Conflict</title><p>A proxy says so.</p>', 409),
  },
  'error-after-commit': { commits: true, answer: 'asError' },
  'platform-400': { commits: false, answer: platformError },
  'status-503': {
    commits: false,
    answer: { ...toRefusal(503, 'Service Unavailable'), headers: retryAfter },
  },
  'status-429': {
    commits: false,
    answer: { ...toRefusal(429, 'Too Many Requests'), headers: retryAfter },
  },
  // An operation that is not carried out gives the answer to a wrong token.
  'token-refused': { commits: false, answer: 'whole' },
  gzip: { commits: true, answer: 'gzip' },
  slow: { commits: true, answer: 'whole', delayMs: 3000 },
} as const satisfies Record<string, FaultEffect>;

export type Fault = keyof typeof faultEffects;

export function isFault(name: string): name is Fault {
  return Object.hasOwn(faultEffects, name);
}
