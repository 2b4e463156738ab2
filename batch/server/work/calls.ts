import { Refused } from '../api/refused.js';
import type { ResponseEvent } from '../../../src/clientEvents.js';
import type { Connection } from '../../http/connection.js';
import type { ServiceName } from '../api/services.js';
import type { Change } from '../changes.js';
import type { MachineSettings } from '../machines/machinePorts.js';
import { DatabaseError, isAway } from '../db/errors.js';
import type { Work } from './work.js';

/** A call to the work in another thread; both sides come from one build. */
export interface Call {
  readonly id: number;
  readonly method: keyof Work | 'goOn' | 'follow' | 'cutRun' | 'endRun';
  readonly args: readonly unknown[];
}

/** A message from a worker thread. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly refused: RefusedData }
  | { readonly id: number; readonly away: AwayData }
  | { readonly ends: AwayData }
  | { readonly id: number; readonly error: string }
  | { readonly change: Change }
  | { readonly measured: Measured };

/** The measurements of a request to the service. */
export type MeasuredResponse = Pick<ResponseEvent, 'operation' | 'outcome' | 'durationMs'>;

/** A measurement: a request, or the time that one has waited for the limits of all processes. */
export type Measured = MeasuredResponse | { readonly waitedMs: number };

/** A Refused, as it goes from one thread to another. */
export type RefusedData = Pick<Refused, 'status' | 'code' | 'message' | 'field'>;

/** A database that is away, as it goes from one thread to another. */
export type AwayData = Pick<DatabaseError, 'message' | 'code'>;

export function awayData({ message, code }: DatabaseError): AwayData {
  return { message, code };
}

export function awayError({ message, code }: AwayData): DatabaseError {
  return new DatabaseError(message, { code, isLost: true, isUnknown: true });
}

/** The start data of a worker thread. */
export interface ThreadData {
  readonly folder: string;
  readonly connection: Connection;
  readonly service: ServiceName;
  /** Where other processes do the same work: their database. */
  readonly machines?: MachineSettings | undefined;
  /** It sends requests; the others only read and write. */
  readonly isSending?: boolean;
  /** The thread reports each request. */
  readonly isMeasured?: boolean;
}

/** Converts a thrown error to a message for the other thread. */
export function thrownBy(id: number, error: unknown): Answer {
  if (error instanceof Refused) {
    const { status, code, message, field } = error;
    return { id, refused: { status, code, message, field } };
  }
  if (isAway(error)) return { id, away: awayData(error as DatabaseError) };
  return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** The value of an answer; throws what the other thread has thrown. */
export function valueOf(answer: Extract<Answer, { id: number }>): unknown {
  if ('refused' in answer) {
    const { status, code, message, field } = answer.refused;
    throw new Refused(status, code, message, field);
  }
  if ('away' in answer) throw awayError(answer.away);
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}
