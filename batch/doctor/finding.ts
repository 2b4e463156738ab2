import type { Failure } from '../../src/failure.js';
import type { OperationName } from '../../src/operations.js';
import type { ConnectionFault, RequestMessage } from '../../src/requestMessages.js';
import type { NewestElsewhere } from '../engine/run/runOptions.js';

/**
 * The urgency of a finding. `warning`: the next run works, but a person should look at this.
 * `away`: the service may become available by itself. `inUse`: another process has the sheet or the
 * folder. `unknown`: it could not be checked, which alone stops no run.
 */
export type FindingState = 'ok' | 'warning' | 'problem' | 'away' | 'inUse' | 'unknown';

/** Everything that the checks can find, by code. The faces turn it into words. */
export interface Findings {
  versions: { readonly rwa: string; readonly node: string; readonly machine: string };
  /** The certificate authorities; without `file`, only those that Node trusts. */
  authorities: { readonly file?: string; readonly certificates?: number };
  authoritiesUnusable: {
    readonly file: string;
    readonly fault: 'unreadable' | 'empty' | 'expired' | 'damaged';
    /** The error of Node, if there was one. */
    readonly reason?: string;
  };
  baseUrl: { readonly url: string; readonly isTest: boolean };
  /** The proxy; without `address`, there is none. */
  proxy: { readonly address?: string; readonly variable?: string; readonly noProxy?: string };
  proxyUnusable: { readonly variable: string };
  hostFound: { readonly name: string; readonly addresses: readonly string[] };
  hostUnknown: { readonly name: string; readonly fault: ConnectionFault };
  serviceAnswered: { readonly tookMs: number };
  serviceFailed: { readonly service: string; readonly failure: Failure };
  /** The settings cannot be used, so nothing was sent. */
  serviceNotAsked: object;
  tokenAccepted: { readonly operations: readonly OperationName[] };
  /** No operation that was asked accepts the token. */
  tokenRefused: { readonly service: string; readonly failure: Failure };
  /** One operation refuses a token that others accept. */
  tokenRefusedBy: { readonly operation: OperationName; readonly answer: RequestMessage };
  /** The answer of an operation does not show whether it accepts the token. */
  tokenUnclear: { readonly operation: OperationName; readonly answer: RequestMessage };
  operationMissing: { readonly operation: OperationName };
  /** Some operations are never asked, because only a request with an effect would show the answer. */
  tokenNotChecked: { readonly isTest: boolean };
  /** The service knows the newest assessment of the server. */
  companyKnown: NewestElsewhere;
  companyUnknown: NewestElsewhere & { readonly service: string };
  clockRight: object;
  /** Positive if the clock of this machine is ahead of the service. */
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
  /** The database: its kind and version, such as `Postgres 17.2`. */
  databaseAnswered: { readonly release: string; readonly tookMs: number };
  /** The remaining checks did not end in time; the findings before this one are complete. */
  unfinished: { readonly limitMs: number };
}

/** The result of one check: its urgency, its code, and the parameters to word it. */
export type Finding<Code extends keyof Findings = keyof Findings> = {
  readonly [C in Code]: { readonly code: C; readonly state: FindingState } & Findings[C];
}[Code];
