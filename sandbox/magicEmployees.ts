import type { Fault } from './faults/faultEffects.js';

interface MagicEmployee {
  readonly effect: Fault | 'rejected' | 'neverReady';
  /** True if only a company's first creation and first invitation with this ID have the effect. */
  readonly once: boolean;
  readonly meaning: string;
}

/** Variants such as `SANDBOX-BUSY-2` work independently. */
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
