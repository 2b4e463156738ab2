import type { CallOptions } from '../../../src/callOptions.js';
import type { Client } from '../../../src/client.js';
import type { Result } from '../../../src/failure.js';
import type { OperationName } from '../../../src/operations.js';
import { toIdentityKey, hashRequest } from '../intake/rowKey.js';
import { mayHaveAssessment } from '../journal/rowState.js';
import type { PlannedRow } from './plannedRow.js';
import {
  findIdConflict,
  recordFailure,
  recordWrongAnswer,
  type RowEnd,
  type RowPorts,
  createSendRecord,
} from './rowWork.js';

/** `earlier` is the number of requests that have already finished for the row. */
export type Submission = (
  client: Client,
  request: object,
  options: CallOptions,
  earlier: number,
) => Promise<Result<{ readonly id?: string }>>;

/** The hash of the input `unique` finds the row after its other inputs have changed. */
export function createSubmitRow(
  name: OperationName,
  submit: Submission,
  {
    repeatable,
    unique = '',
  }: { readonly repeatable: boolean; readonly unique?: string | undefined },
) {
  return async ({ key, inputs }: PlannedRow, ports: RowPorts): Promise<RowEnd> => {
    const before = ports.journal.state(key);
    if (
      inputs === undefined ||
      (before !== undefined && !repeatable && mayHaveAssessment(before))
    ) {
      throw new Error(
        `Row ${key} is ${before?.state ?? 'without a request'} and must not be sent.`,
      );
    }
    const sending = { row: key, request: hashRequest(inputs, ports.journal.computeHash) };
    const person = inputs[unique];
    const about =
      person === undefined
        ? {}
        : { employee: toIdentityKey(String(person), ports.journal.computeHash) };
    const record = createSendRecord(sending, ports, about);
    const submitted = await ports.send((client, options) => {
      // Repeatable requests record no intent, so nothing has checked yet that the journal is
      // writable.
      ports.journal.assertUsable();
      return submit(client, inputs, { ...options, record }, before?.times ?? 0);
    });
    if (submitted.ok) {
      const { id } = submitted.value;
      const elsewhere = id === undefined ? undefined : await ports.otherRuns?.findRow(id);
      const conflict = findIdConflict({ row: key, id, elsewhere }, ports);
      if (conflict !== undefined) return recordWrongAnswer(sending, conflict, ports);
      const idField = id === undefined ? {} : { id };
      ports.journal.append({ fact: 'done', ...sending, ...idField, by: 'answer', at: ports.now() });
      return {};
    }
    recordFailure(sending, submitted.failure, ports);
    return { failure: submitted.failure };
  };
}
