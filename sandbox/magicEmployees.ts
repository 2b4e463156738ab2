import type { Fault } from './faults/faultEffects.js';

/** What becomes of a creation or an invitation for a magic employee. */
interface MagicEmployee {
  /** A fault, an application error, or results that are never ready. */
  readonly effect: Fault | 'rejected' | 'neverReady';
  /** Only the first creation and the first invitation with this id meet it; the next goes through. */
  readonly once: boolean;
  /** For the README and the front page. */
  readonly meaning: string;
}

/**
 * Employee ids that let HR try out from a sheet what can go wrong. `SANDBOX-BUSY-2` and the like
 * work too, each for itself.
 */
export const magicEmployees: Readonly<Record<string, MagicEmployee>> = {
  'SANDBOX-LOST-ANSWER': {
    effect: 'reset-after-commit',
    once: true,
    meaning: 'The assessment is created, but the answer is lost.',
  },
  'SANDBOX-TIMEOUT': {
    effect: 'timeout-before-commit',
    once: true,
    meaning: 'No answer comes, and nothing was created.',
  },
  'SANDBOX-SERVER-ERROR': {
    effect: 'status-500-before-commit',
    once: true,
    meaning: 'The service answers HTTP 500, and nothing was created.',
  },
  'SANDBOX-BUSY': {
    effect: 'status-429',
    once: true,
    meaning: 'The service is busy and asks to try again after a second.',
  },
  'SANDBOX-SLOW': {
    effect: 'slow',
    once: false,
    meaning: 'The answer takes three seconds.',
  },
  'SANDBOX-REJECTED': {
    effect: 'rejected',
    once: false,
    meaning: 'The service rejects the employee id with a message.',
  },
  'SANDBOX-ALWAYS-PENDING': {
    effect: 'neverReady',
    once: false,
    meaning: 'The assessment is created, but its results are never ready.',
  },
};

/** The magic of an employee id, if it has any. */
export function magicEmployee(employeeId: string): MagicEmployee | undefined {
  if (!employeeId.startsWith('SANDBOX-')) return undefined;
  const [, magic] =
    Object.entries(magicEmployees).find(([id]) => `${employeeId}-`.startsWith(`${id}-`)) ?? [];
  return magic;
}
