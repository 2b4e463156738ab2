import type { KeptCopies } from '../../engine/files/keptCopies.js';
import type { UnattendedOptions } from '../unattended/options.js';
import type { SendingOptions } from './options.js';

export interface RunFlags extends SendingOptions, UnattendedOptions {
  keepBackups?: KeptCopies;
  yes?: boolean;
  dryRun?: boolean;
  json?: boolean;
  sameService?: boolean;
  otherService?: boolean;
  sendKnown?: boolean;
  withoutJournal?: boolean;
  concurrency: number;
  /** The shortest time between two requests, in milliseconds. */
  rate?: number;
  /** In milliseconds. */
  requestTimeout: number;
  /** In milliseconds. */
  waitForService?: number;
  maxErrors: number;
  retryRejected?: boolean;

  // Only for commands that wait for results.
  /** In milliseconds. */
  pollInterval?: number;
  /** In milliseconds. */
  pollTimeout?: number;
  /** Only for `rwa assess`. */
  sendDuplicates?: boolean;
  colourScale?: boolean;
  report?: string;

  // Only for `rwa reassess`.
  newRound?: boolean;
  round?: string;
}
