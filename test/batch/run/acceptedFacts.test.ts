import { expect, test } from 'vitest';
import type { ShownReference } from '../../../batch/engine/identity/proofs.js';
import type { IntakeRow } from '../../../batch/engine/intake/intakeRow.js';
import type { RowState } from '../../../batch/engine/journal/rowState.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { toAcceptedFacts } from '../../../batch/engine/run/importSheet.js';

const at = '2026-12-01T08:00:00.000Z';

function createRow(number: number, id: string, assessment: ShownReference['assessment']) {
  const shown = { inputs: 'K', person: 'P', assessment, isOfThisJournal: true };
  const previous = { status: '', id, scored: id !== '', shown };
  return { number, key: `row ${number}`, previous } as unknown as IntakeRow;
}

test.each([
  ['that no other row shows', [], 'K'],
  ['unless another row shows it without an answer', [createRow(3, '', 'none')], 'id:A1'],
])('an accepted ID answers the open request with its inputs %s', (_, otherRows, key) => {
  const intakeRows = [createRow(2, 'A1', 'own'), ...otherRows];
  const open = { state: 'Unconfirmed', employee: 'P' } as RowState;
  const states = new Map([['K', open]]);
  const known = { states, findKeyById: () => undefined };
  const facts = toAcceptedFacts(assess, { intakeRows, planned: [] }, known, at);
  expect(facts).toMatchObject([{ fact: 'created', row: key, assessmentId: 'A1' }]);
});
