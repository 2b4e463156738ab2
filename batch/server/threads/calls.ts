import { RefusalError } from '../refusalError.js';
import type { ResponseEvent } from '../../../src/clientEvents.js';
import type { Connection } from '../../http/connection.js';
import type { ServiceFacts } from '../services.js';
import type { Change } from '../changes.js';
import type { LogSettings } from '../log.js';
import type { MachineSettings } from '../cluster/machinePorts.js';
import type { WaitKind } from '../cluster/metrics.js';
import { DatabaseError, isTransient, isUnknown } from '../db/errors.js';
import type { RemainingWait } from '../db/waitLimit.js';
import type { ThreadWork } from './work.js';

/** Calls are not validated, because both threads run the same build. */
export interface Call {
  readonly id: number;
  readonly method: keyof ThreadWork;
  readonly args: readonly unknown[];
  readonly waits?: RemainingWait | undefined;
  /** The ID of the HTTP request, for the log. */
  readonly request?: string | undefined;
}

export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly refused: RefusalData }
  | { readonly id: number; readonly fault: FaultData }
  /** The work continues, but the caller must not wait any longer. */
  | { readonly id: number; readonly overdue: FaultData }
  /** The thread ends because of this error of the database. */
  | { readonly ends: FaultData }
  | { readonly id: number; readonly bug: BugData }
  | { readonly change: Change }
  | { readonly measured: Measurement };

export type MeasuredResponse = Pick<ResponseEvent, 'operation' | 'outcome' | 'durationMs'>;

export type Measurement = MeasuredResponse | { readonly waited: WaitKind; readonly ms: number };

type RefusalData = Pick<RefusalError, 'code' | 'reason' | 'publicReason' | 'field'>;

export interface FaultData extends Pick<
  DatabaseError,
  'message' | 'code' | 'isLost' | 'isUnknown'
> {
  /** Undefined for an error of Postgres. */
  readonly errcode: number | undefined;
}

interface BugData extends Pick<Error, 'name' | 'message'> {
  readonly stack: string | undefined;
  readonly code: string | undefined;
}

export function toFaultData(error: unknown): FaultData | undefined {
  if (!(error instanceof Error) || !isTransient(error)) return undefined;
  const { message, code, isLost = false, errcode } = error as Partial<DatabaseError & FaultData>;
  // If the connection was lost, the outcome is unknown: the call may already have committed other changes.
  return { message: message ?? '', code, isLost, isUnknown: isLost || isUnknown(error), errcode };
}

export function toFaultError({ errcode, ...fault }: FaultData): Error {
  const error = new DatabaseError(fault.message, fault);
  if (errcode === undefined || fault.isUnknown) return error;
  // An error of SQLite is an ordinary Error with an `errcode`.
  return Object.assign(new Error(fault.message), { code: fault.code, errcode });
}

export interface ThreadData {
  readonly log?: LogSettings;
  readonly folder: string;
  readonly connection: Connection;
  readonly service: ServiceFacts;
  /** Set if several processes share the work. */
  readonly machines?: MachineSettings | undefined;
  /** True for the run thread: no other thread sends requests to the service. */
  readonly isSending?: boolean;
  readonly isMeasured?: boolean;
}

/** If such a call fails, some of its steps may have succeeded. */
const changingMethods: ReadonlySet<Call['method']> = new Set<Call['method']>([
  'start',
  'halt',
  'settle',
  'markRow',
  'decide',
  'sendPeople',
  'settlePerson',
  'applyLimits',
]);

/** Callers wait for the database only as long as a request may wait. */
export const requestMethods: ReadonlySet<Call['method']> = new Set<Call['method']>([
  ...changingMethods,
  'preview',
  'cells',
  'digests',
  'plan',
  'renderDownload',
]);

/** The work of the call continues. */
export function createOverdueAnswer({ id }: Pick<Call, 'id'>): Answer {
  const message = 'The database did not answer in time.';
  return {
    id,
    overdue: { message, code: undefined, errcode: undefined, isLost: true, isUnknown: true },
  };
}

export function serializeError(
  { id, method }: Pick<Call, 'id' | 'method'>,
  error: unknown,
): Answer {
  if (error instanceof RefusalError) {
    const { code, reason, publicReason, field } = error;
    return { id, refused: { code, reason, publicReason, field } };
  }
  const fault = toFaultData(error);
  if (fault !== undefined) {
    return { id, fault: { ...fault, isUnknown: fault.isUnknown || changingMethods.has(method) } };
  }
  const bug = error instanceof Error ? error : new Error(String(error));
  const { name, message, stack, code } = bug as Error & { readonly code?: unknown };
  return { id, bug: { name, message, stack, code: typeof code === 'string' ? code : undefined } };
}

export function unwrapAnswer(answer: Extract<Answer, { id: number }>): unknown {
  if ('refused' in answer) {
    const { code, reason, publicReason, field } = answer.refused;
    throw new RefusalError(code, reason, { field, publicReason });
  }
  if ('fault' in answer) throw toFaultError(answer.fault);
  if ('overdue' in answer) throw toFaultError(answer.overdue);
  if ('bug' in answer) throw Object.assign(new Error(answer.bug.message), answer.bug);
  return answer.value;
}
