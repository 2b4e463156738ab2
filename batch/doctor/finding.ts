import type { Failure } from '../../src/failure.js';
import type { OperationName } from '../../src/operations.js';
import type { ConnectionFault, RequestMessage } from '../../src/requestMessages.js';
import type { NewestOtherAssessment } from '../engine/run/runOptions.js';

/**
 * `warning`: the next run works, but a person should look at this. `away`: the service may become
 * available by itself. `inUse`: another process is using the sheet or the folder. `unknown`: the
 * check was not possible, which alone does not prevent a run.
 */
export type FindingState = 'ok' | 'warning' | 'problem' | 'away' | 'inUse' | 'unknown';

/** The CLI and the web app formulate the texts. */
export interface Findings {
  versions: { readonly rwa: string; readonly node: string; readonly machine: string };
  /** Without `file`, Node trusts only its own authorities. */
  authorities: { readonly file?: string; readonly certificates?: number };
  authoritiesUnusable: {
    readonly file: string;
    readonly fault: 'unreadable' | 'empty' | 'expired' | 'damaged';
    readonly reason?: string;
  };
  baseUrl: { readonly url: string; readonly isTest: boolean };
  proxy: { readonly address?: string; readonly variable?: string; readonly noProxy?: string };
  proxyUnusable: { readonly variable: string };
  hostFound: { readonly name: string; readonly addresses: readonly string[] };
  hostUnknown: { readonly name: string; readonly fault: ConnectionFault };
  serviceAnswered: { readonly tookMs: number };
  serviceFailed: { readonly service: string; readonly failure: Failure };
  /** The settings cannot be used, so nothing was sent. */
  serviceNotAsked: object;
  tokenAccepted: { readonly operations: readonly OperationName[] };
  /** No operation that was called accepts the token. */
  tokenRefused: { readonly service: string; readonly failure: Failure };
  tokenRefusedBy: { readonly operation: OperationName; readonly answer: RequestMessage };
  /** The answer does not show whether the operation accepts the token. */
  tokenUnclear: { readonly operation: OperationName; readonly answer: RequestMessage };
  operationMissing: { readonly operation: OperationName };
  /** Some operations are never called, because the request could change something. */
  tokenNotChecked: { readonly isTest: boolean };
  /** The service has the newest assessment of this server. */
  companyKnown: NewestOtherAssessment;
  companyUnknown: NewestOtherAssessment & { readonly service: string };
  clockRight: object;
  /** `aheadMs` is positive if the clock of this machine is ahead of the service. */
  clockWrong: { readonly aheadMs: number };
  clockUnknown: object;
  folderUsable: { readonly folder: string };
  folderOpenToOthers: { readonly folder: string };
  folderUnusable: { readonly folder: string; readonly reason: string };
  diskFree: { readonly freeBytes: number };
  diskAlmostFull: {
    readonly folder: string;
    readonly freeBytes: number;
    readonly neededBytes: number;
  };
  /** `release` is the kind and version, such as `Postgres 17.2`. */
  databaseAnswered: { readonly release: string; readonly tookMs: number };
  /** The findings before this one are complete. */
  unfinished: { readonly limitMs: number };
}

export type Finding<Code extends keyof Findings = keyof Findings> = {
  readonly [C in Code]: { readonly code: C; readonly state: FindingState } & Findings[C];
}[Code];
