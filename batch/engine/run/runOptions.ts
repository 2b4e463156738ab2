import type { Client } from '../../../src/client.js';
import type { Timing } from '../../../src/transport.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import type { Message, Wording } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { ClaimStore } from '../rows/rowWork.js';
import type { ReportData } from '../report/reportData.js';
import type { RequestLimiter } from './limiter.js';
import type { RunStorage } from './runStorage.js';

/** What a run is to do. */
export interface RunOptions {
  readonly operation: SheetOperation;
  /** The sheet, by the name or path that its storage knows. */
  readonly input: string;
  /** What is written: the sheet itself, or a copy. */
  readonly output: string;
  readonly intake: IntakeOptions;
  /** Names the service in the plan and in the journal. */
  readonly service: string;
  /** The service is the built-in sandbox. */
  readonly isSandboxRun: boolean;
  readonly concurrency: number;
  /** The least time between two requests; 0 for none. The limiter keeps it, the plan counts with it. */
  readonly spacingMs: number;
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  /** The run stops when this many requests in a row have failed. */
  readonly maxErrors: number;
  /** How long a service that is away at the start is waited for; not at all unless given. */
  readonly waitForServiceMs?: number | undefined;
  readonly sendDuplicates: boolean;
  readonly retryRejected: boolean;
  /**
   * Confirmed by a person. `same`: the journal's service has this base URL now. `other`: the service is not
   * that of other journals in the folder, so these do not count.
   */
  readonly confirmedService?: 'same' | 'other' | undefined;
  /** Also sends rows that were sent from another sheet. */
  readonly sendKnown?: boolean;
  /** A person has confirmed that the journal of the sheet is lost, or that there never was one. */
  readonly withoutJournal?: boolean;
  /** Starts a new round, even if the latest one is not finished. A run that is resumed needs its name, too. */
  readonly newRound?: boolean;
  /** Continues the round of this name, or begins it. */
  readonly roundName?: string | undefined;
  /** When the run was ordered; default its start. A run that was paused for days keeps its round. */
  readonly orderedMs?: number | undefined;
  readonly colourScale: boolean;
}

/** What a run needs from outside. */
export interface RunPorts {
  readonly client: Client;
  /** Polls results, each time once; default the client. */
  readonly poller?: Client;
  readonly limiter: RequestLimiter;
  readonly timing: Timing;
  /** Other runs that have no journal in common with this one; none unless given. */
  readonly otherRuns?: ClaimStore | undefined;
  /** The words for what is written into the sheet. */
  readonly wording: Wording;
  /** Where the sheet and its journal are, and where its results go. */
  readonly storage: RunStorage;
  /**
   * Creates the requested report of a run whose rows have scores. Resolves to why it could not be
   * written, and what to do.
   */
  readonly writeReport?: ((data: ReportData) => Promise<Message | undefined>) | undefined;
}
