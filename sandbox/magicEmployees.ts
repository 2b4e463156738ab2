import type { Fault } from './faults/faultEffects.js';

/** The effect of a magic Employee ID on a creation or an invitation. */
interface MagicEmployee {
  /** A fault, an application error, or results that are never ready. */
  readonly effect: Fault | 'rejected' | 'neverReady';
  /** True if the effect applies only to a company's first creation and first invitation with this ID. */
  readonly once: boolean;
  /** The description for the front page. */
  readonly meaning: string;
}

/**
 * Employee IDs with which HR can provoke problems from a sheet. Variants such as `SANDBOX-BUSY-2` work
 * independently.
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
    meaning: 'The sandbox sends no answer, and nothing was created.',
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
    meaning: 'The service rejects the Employee ID with a message.',
  },
  'SANDBOX-ALWAYS-PENDING': {
    effect: 'neverReady',
    once: false,
    meaning: 'The assessment is created, but its results are never ready.',
  },
};

export function findMagicEmployee(employeeId: string): MagicEmployee | undefined {
  if (!employeeId.startsWith('SANDBOX-')) return undefined;
  const [, magic] =
    Object.entries(magicEmployees).find(([id]) => `${employeeId}-`.startsWith(`${id}-`)) ?? [];
  return magic;
}
