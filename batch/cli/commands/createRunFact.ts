import { hostname, userInfo } from 'node:os';
import type { RunFact } from '../../engine/journal/facts.js';

export function createRunFact(command: string): RunFact {
  return {
    fact: 'run',
    command,
    ...readAccountName(),
    host: hostname(),
    at: new Date().toISOString(),
  };
}

/** Returns an empty object in a container whose user has no name. */
function readAccountName(): Pick<RunFact, 'account'> {
  try {
    return { account: userInfo().username };
  } catch {
    return {};
  }
}
