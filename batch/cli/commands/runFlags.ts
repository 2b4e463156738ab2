import type { KeptCopies } from '../../engine/files/keptCopies.js';
import type { UnattendedOptions } from '../unattended/options.js';
import type { SendingOptions } from './options.js';

/** The options of every command that sends the rows of a sheet, as commander returns them. */
export interface RunFlags extends SendingOptions, UnattendedOptions {
  keepBackups?: KeptCopies;
  yes?: boolean;
  dryRun?: boolean;
  json?: boolean;
  sameService?: boolean;
  otherService?: boolean;
  sendKnown?: boolean;
  withoutJournal?: boolean;
  /** The maximum number of requests in flight. */
  concurrency: number;
  /** The shortest time between two requests, in milliseconds. */
  rate?: number;
  /** In milliseconds. */
  requestTimeout: number;
  /** In milliseconds. */
  waitForService?: number;
  /** The number of consecutive failures after which a run stops. */
  maxErrors: number;
  retryRejected?: boolean;

  // The following options exist only for commands that wait for results.
  /** In milliseconds. */
  pollInterval?: number;
  /** In milliseconds. */
  pollTimeout?: number;
  /** Exists only for `rwa assess`. */
  sendDuplicates?: boolean;
  colourScale?: boolean;
  report?: string;

  // The following options exist only for `rwa reassess`.
  newRound?: boolean;
  round?: string;
}
