// Only types: the thread runs from its source in tests, and may import none of ours then.
import type { MessagePort } from 'node:worker_threads';

/** What the thread is started with. */
export interface ThreadStart {
  readonly port: MessagePort;
  /** Four bytes that count the answers. */
  readonly answers: SharedArrayBuffer;
}

/** A value as the server takes it. */
export type WireValue = string | Uint8Array | null;

/** One statement. With a name it is prepared once for each connection. */
export interface Step {
  readonly text: string;
  readonly name?: string | undefined;
  readonly values?: readonly WireValue[];
}

/** What the thread is asked to do. */
export type Request =
  | {
      readonly kind: 'connect';
      readonly url: string;
      readonly applicationName: string;
      readonly timeoutMs: number;
      /** Is run on the new connection before anything else. */
      readonly settings: string;
    }
  /** All are sent at once, and done one after the other. */
  | { readonly kind: 'steps'; readonly steps: readonly Step[]; readonly limitMs: number }
  | { readonly kind: 'close' };

/** What a statement has given. */
export interface StepResult {
  /** INSERT, COMMIT, … */
  readonly command: string;
  readonly changes: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | Uint8Array | null)[])[];
}

/** What went wrong. */
export interface StepFailure {
  readonly message: string;
  /** The SQLSTATE, or the name of an error of the system. */
  readonly code: string | undefined;
  /** The server has said it, and the connection is as it was. */
  readonly isLost: boolean;
}

/** The answer to a request. */
export type Answer =
  { readonly results: readonly StepResult[] } | { readonly failure: StepFailure };
