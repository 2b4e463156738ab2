import { RefusalError } from '../refusalError.js';
import type { ResponseEvent } from '../../../src/clientEvents.js';
import type { Connection } from '../../http/connection.js';
import type { ServiceName } from '../services.js';
import type { Change } from '../changes.js';
import type { LogSettings } from '../log.js';
import type { MachineSettings } from '../cluster/machinePorts.js';
import type { WaitKind } from '../cluster/metrics.js';
import { DatabaseError, isTransient, isUnknown } from '../db/errors.js';
import type { RemainingWait } from '../db/waitLimit.js';
import type { ThreadWork } from './work.js';

/** A call to the work in another thread. Both sides are from the same build, so nothing is validated. */
export interface Call {
  readonly id: number;
  readonly method: keyof ThreadWork;
  readonly args: readonly unknown[];
  /** How long the calling request may still wait for the database; missing if no request waits for the call. */
  readonly waits?: RemainingWait | undefined;
  /** The request that is being answered, for the log. */
  readonly request?: string | undefined;
}

/** A message from a worker thread. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly refused: RefusalData }
  | { readonly id: number; readonly fault: FaultData }
  /** The work continues, but its caller must not wait any longer. */
  | { readonly id: number; readonly overdue: FaultData }
  | { readonly ends: FaultData }
  | { readonly id: number; readonly bug: BugData }
  | { readonly change: Change }
  | { readonly measured: Measurement };

/** The measurements of a request to the service. */
export type MeasuredResponse = Pick<ResponseEvent, 'operation' | 'outcome' | 'durationMs'>;

/** A measurement: a request to the service, or a wait. */
export type Measurement = MeasuredResponse | { readonly waited: WaitKind; readonly ms: number };

/** The data of a RefusalError that is sent to another thread. */
type RefusalData = Pick<RefusalError, 'code' | 'reason' | 'outside' | 'field'>;

/** The data of a transient error of Postgres or SQLite that is sent to another thread. */
export interface FaultData extends Pick<
  DatabaseError,
  'message' | 'code' | 'isLost' | 'isUnknown'
> {
  /** The code of SQLite. */
  readonly errcode: number | undefined;
}

/** The data of an unexpected error that is sent to another thread. */
interface BugData extends Pick<Error, 'name' | 'message'> {
  readonly stack: string | undefined;
  readonly code: string | undefined;
}

/** Returns the data of a transient error of the database; undefined for other errors. */
export function toFaultData(error: unknown): FaultData | undefined {
  if (!(error instanceof Error) || !isTransient(error)) return undefined;
  const { message, code, isLost = false, errcode } = error as Partial<DatabaseError & FaultData>;
  // After a lost connection the outcome is unknown, because the thread may have made other changes before.
  return { message: message ?? '', code, isLost, isUnknown: isLost || isUnknown(error), errcode };
}

export function toFaultError({ errcode, ...fault }: FaultData): Error {
  const error = new DatabaseError(fault.message, fault);
  if (errcode === undefined || fault.isUnknown) return error;
  return Object.assign(new Error(fault.message), { code: fault.code, errcode });
}

/** The start data of a worker thread. */
export interface ThreadData {
  readonly log?: LogSettings;
  readonly folder: string;
  readonly connection: Connection;
  readonly service: ServiceName;
  /** The database of many processes, if they share the work. */
  readonly machines?: MachineSettings | undefined;
  /** True for the thread that sends requests; others only read and write. */
  readonly isSending?: boolean;
  /** True if the thread reports each request to the service, and how long work has waited. */
  readonly isMeasured?: boolean;
}

/** The methods that requests call to change or send something. After an error, some of the steps may have succeeded. */
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

/** The methods that requests call. Their callers do not wait longer for the database than a request may. */
export const requestMethods: ReadonlySet<Call['method']> = new Set<Call['method']>([
  ...changingMethods,
  'preview',
  'cells',
  'digests',
  'plan',
  'renderDownload',
]);

/** Creates the answer to a call whose work has waited too long, and continues. */
export function createOverdueAnswer({ id }: Pick<Call, 'id'>): Answer {
  const message = 'The database did not answer in time.';
  return {
    id,
    overdue: { message, code: undefined, errcode: undefined, isLost: true, isUnknown: true },
  };
}

/** Converts the error of a call to a message for the other thread. */
export function serializeError(
  { id, method }: Pick<Call, 'id' | 'method'>,
  error: unknown,
): Answer {
  if (error instanceof RefusalError) {
    const { code, reason, outside, field } = error;
    return { id, refused: { code, reason, outside, field } };
  }
  const fault = toFaultData(error);
  if (fault !== undefined) {
    return { id, fault: { ...fault, isUnknown: fault.isUnknown || changingMethods.has(method) } };
  }
  const bug = error instanceof Error ? error : new Error(String(error));
  const { name, message, stack, code } = bug as Error & { readonly code?: unknown };
  return { id, bug: { name, message, stack, code: typeof code === 'string' ? code : undefined } };
}

/** Returns the value of an answer, or throws the error of the other thread. */
export function unwrapAnswer(answer: Extract<Answer, { id: number }>): unknown {
  if ('refused' in answer) {
    const { code, reason, outside, field } = answer.refused;
    throw new RefusalError(code, reason, { field, outside });
  }
  if ('fault' in answer) throw toFaultError(answer.fault);
  if ('overdue' in answer) throw toFaultError(answer.overdue);
  if ('bug' in answer) throw Object.assign(new Error(answer.bug.message), answer.bug);
  return answer.value;
}
