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
  concurrency: number;
  rate?: number;
  requestTimeout: number;
  waitForService?: number;
  maxErrors: number;
  retryRejected?: boolean;
  /** Only for commands that wait for results. */
  pollInterval?: number;
  pollTimeout?: number;
  sendDuplicates?: boolean;
  colourScale?: boolean;
  report?: string;
  /** Only for commands that work in rounds. */
  newRound?: boolean;
  round?: string;
}
