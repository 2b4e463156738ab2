import { type OperationName, operations } from '../../src/operations.js';
import { faultEffects, isFault } from '../faults/faultEffects.js';
import type { FaultRule } from '../faults/faults.js';
import { isMissing, toText } from '../operations/values.js';
import type { Body } from '../body.js';
import { ControlError } from './controlError.js';

const inputs = ['operation', 'fault', 'times', 'probability', 'match'];

/** Reads a rule strictly, because a wrong rule would silently never apply. */
export function readFaultRule(body: Body): FaultRule {
  const unknown = Object.keys(body).find((input) => !inputs.includes(input));
  if (unknown !== undefined) {
    throw new ControlError(`There is no input ${unknown}. Use ${inputs.join(', ')}.`);
  }
  const [operation, fault] = [toText(body.operation), toText(body.fault)];
  if (!isOperation(operation)) {
    throw new ControlError(`operation must be one of ${Object.keys(operations).join(', ')}`);
  }
  if (!isFault(fault)) {
    throw new ControlError(`fault must be one of ${Object.keys(faultEffects).join(', ')}`);
  }
  const { times, probability, match } = body;
  return {
    operation,
    fault,
    ...(times === undefined ? {} : { times: readTimes(times) }),
    ...(probability === undefined ? {} : { probability: readProbability(probability) }),
    ...(match === undefined ? {} : { match: readMatch(match, operation) }),
  };
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

function readTimes(times: unknown): number {
  if (typeof times === 'number' && Number.isSafeInteger(times) && times > 0) return times;
  throw new ControlError('times must be a whole number of 1 or more');
}

function readProbability(probability: unknown): number {
  if (typeof probability === 'number' && probability > 0 && probability <= 1) return probability;
  throw new ControlError('probability must be a number above 0 and up to 1');
}

function readMatch(match: unknown, operation: OperationName): Record<string, string> {
  if (typeof match !== 'object' || match === null || Array.isArray(match)) {
    throw new ControlError('match must be an object of fields and values');
  }
  const fields = Object.keys(operations[operation].fields);
  const entries = Object.entries(match as Record<string, unknown>);
  for (const [field, value] of entries) {
    if (!fields.includes(field)) {
      throw new ControlError(
        `${operation} has no field ${field} to match. Use ${fields.join(', ')}.`,
      );
    }
    if (isMissing(value)) throw new ControlError(`match needs a value for ${field}`);
  }
  return Object.fromEntries(entries.map(([field, value]) => [field, toText(value)]));
}
