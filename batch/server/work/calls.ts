import { Refused } from '../api/refused.js';
import type { ResponseEvent } from '../../../src/clientEvents.js';
import type { Connection } from '../../http/connection.js';
import type { ServiceName } from '../api/services.js';
import type { Change } from '../changes.js';
import type { MachineSettings } from '../machines/machinePorts.js';
import { DatabaseError, isAway } from '../db/errors.js';
import type { Work } from './work.js';

/** A call of the work in another thread; both sides are of one build. */
export interface Call {
  readonly id: number;
  readonly method: keyof Work | 'goOn' | 'follow' | 'cutRun' | 'endRun';
  readonly args: readonly unknown[];
}

/** What a thread of the work has to say. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly refused: RefusedData }
  | { readonly id: number; readonly away: AwayData }
  | { readonly ends: AwayData }
  | { readonly id: number; readonly error: string }
  | { readonly change: Change }
  | { readonly measured: Measured };

/** What is measured of a request to the service. */
export type MeasuredResponse = Pick<ResponseEvent, 'operation' | 'outcome' | 'durationMs'>;

/** What is measured: a request, or how long one has waited for the limits of all processes. */
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

/** What a thread of the work is given when it starts. */
export interface ThreadData {
  readonly folder: string;
  readonly connection: Connection;
  readonly service: ServiceName;
  /** Where other processes do the same work: their database. */
  readonly machines?: MachineSettings | undefined;
  /** It sends requests; the others only read and write. */
  readonly isSending?: boolean;
  /** Somebody wants to know of each request. */
  readonly isMeasured?: boolean;
}

/** What was thrown, as it goes to the other thread. */
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
