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
  /** The most requests in flight. */
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

  // Only commands that wait for results have the following options.
  /** In milliseconds. */
  pollInterval?: number;
  /** In milliseconds. */
  pollTimeout?: number;
  /** Only `rwa assess` has this option. */
  sendDuplicates?: boolean;
  colourScale?: boolean;
  report?: string;

  // Only rwa reassess has the following options.
  newRound?: boolean;
  round?: string;
}
