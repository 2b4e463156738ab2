import type { Client } from '../../../src/client.js';
import type { Timing } from '../../../src/transport.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import type { Message, Wording } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { ClaimStore } from '../rows/rowWork.js';
import type { ReportData } from '../report/reportData.js';
import type { RequestLimiter } from './limiter.js';
import type { RunStorage } from './runStorage.js';

/** The options of a run. */
export interface RunOptions {
  readonly operation: SheetOperation;
  /** The sheet, by the name or path that its storage knows. */
  readonly input: string;
  /** The file to write: the sheet itself, or a copy. */
  readonly output: string;
  readonly intake: IntakeOptions;
  /** The base URL of the service, for the plan and the journal. */
  readonly service: string;
  /** True if the service is the built-in sandbox. */
  readonly isSandboxRun: boolean;
  readonly concurrency: number;
  /**
   * The minimum time between two requests; 0 for no limit. The limiter enforces it, and the plan
   * includes it.
   */
  readonly spacingMs: number;
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  /** The run stops when this many requests in a row have failed. */
  readonly maxErrors: number;
  /**
   * How long the run waits for a service that is unavailable at the start; undefined means that it
   * does not wait.
   */
  readonly waitForServiceMs?: number | undefined;
  readonly sendDuplicates: boolean;
  readonly retryRejected: boolean;
  /**
   * A person's confirmation. `same`: the journal's service now has this base URL. `other`: other
   * journals in the folder belong to another service, so they do not count.
   */
  readonly confirmedService?: 'same' | 'other' | undefined;
  /** True to also send rows that were sent from another sheet. */
  readonly sendKnown?: boolean;
  /** True if a person has confirmed that the journal of the sheet is lost, or never existed. */
  readonly withoutJournal?: boolean;
  /**
   * Starts a new round, even if the latest one is not finished. To resume the run, the round also
   * needs a name.
   */
  readonly newRound?: boolean;
  /** Continues the round with this name, or begins it. */
  readonly roundName?: string | undefined;
  /** When the run was ordered; by default, when it starts. A run that was paused for days keeps its round. */
  readonly orderedMs?: number | undefined;
  readonly colourScale: boolean;
}

/** The dependencies of a run. */
export interface RunPorts {
  readonly client: Client;
  /** Polls results, each once per call; by default, the client. */
  readonly poller?: Client;
  readonly limiter: RequestLimiter;
  readonly timing: Timing;
  /** The claims of other runs that do not share a journal with this one, if there are any. */
  readonly otherRuns?: ClaimStore | undefined;
  /** Formats the texts in the sheet's cells. */
  readonly wording: Wording;
  /** The places of the sheet, its journal and its results. */
  readonly storage: RunStorage;
  /**
   * Creates the requested report of a run whose rows have scores. Resolves to a message if it could
   * not be written.
   */
  readonly writeReport?: ((data: ReportData) => Promise<Message | undefined>) | undefined;
}
