import { expect, test } from 'vitest';
import type { ApproverList, PersonAction } from '../../../../batch/server/contract/shapes.js';
import { addDecisions, endDecisions } from '../../../../batch/server/decisions/decisionStore.js';
import { addPersonActions, endPersonActions } from '../../../../batch/server/people/personStore.js';
import { deleteSheet } from '../../../../batch/server/sheets/deleteSheet.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { headings, hireRow } from '../../run/testRun.js';
import { testSheets } from '../sheets/testSheets.js';

/** Creates a sheet whose first row is about the employee M-1, so that the manager M-1 has a name. */
function createSheet(rows: readonly string[]): string {
  const lines = rows.map((row, index) => `${row},${hireRow(index === 0 ? 'M-1' : `E-${index}`)}`);
  return [`Name,Manager ID,Compliance team member ID,${headings}`, ...lines, ''].join('\r\n');
}

async function recordAccess(store: Store, action: PersonAction['action'], staffId: string) {
  const id = `${action} ${staffId}`;
  const at = '2026-12-01T08:00:00Z';
  await addPersonActions(store, [{ id, action, person: staffId, by: 'Ada', at }]);
  const status = action === 'invite' ? 'Invited' : 'Removed';
  const [first_name, last_name, email] = ['Nia', `of ${staffId}`, `${staffId}@acme.test`];
  const request = { first_name, last_name, email, staff_id: staffId };
  await endPersonActions(store, [{ id, status, message: '', request }]);
}

const managerFields = ['managerId'];
const complianceFields = ['complianceTeamMemberId'];

test('people who can be named in a decision are sorted by name or ID, with people from the sheet first', async () => {
  const { upload, json, store } = await testSheets();
  const sheet = await upload(
    'here.csv',
    createSheet(['Mia Berg,M-2,C-2', 'Ed,M-1,', 'Al,M-1,C-9']),
  );
  await upload('other.csv', createSheet(['Bo Li,M-3,', 'Di,M-1,C-3']));
  for (const id of ['C-1', 'C-2', 'C-3']) await recordAccess(store, 'invite', id);
  await recordAccess(store, 'remove', 'C-3');
  const decision = { sheet: sheet.id, row: 2, assessmentId: 'A', note: '', by: 'Ada', at: 'now' };
  await addDecisions(store, [
    { ...decision, id: '1', status: 'Canceled', person: 'X-1', personField: 'cancelledByStaffId' },
    {
      ...decision,
      id: '2',
      status: 'Manager Approved',
      person: 'M-typo',
      personField: 'managerId',
    },
  ]);
  await endDecisions(store, [
    { id: '1', state: 'recorded', message: '' },
    { id: '2', state: 'failed', message: '' },
  ]);

  const path = `/api/sheets/${sheet.id}/approvers`;
  const listApprovers = async () => (await json<ApproverList>('GET', path)).approvers;
  expect(await listApprovers()).toEqual([
    { staffId: 'C-9', fields: complianceFields },
    { staffId: 'M-2', fields: managerFields },
    { staffId: 'M-1', name: 'Mia Berg', fields: managerFields },
    { staffId: 'C-2', name: 'Nia of C-2', fields: complianceFields },
    { staffId: 'M-3', fields: managerFields },
    { staffId: 'C-1', name: 'Nia of C-1', fields: complianceFields },
    { staffId: 'X-1', fields: ['cancelledByStaffId'] },
  ]);
  // When access is removed, the name and email of the person are deleted.
  const stored = await store.db
    .selectFrom('person_action')
    .select(['name', 'email'])
    .where('name', '<>', '')
    .orderBy('name')
    .execute();
  expect(stored).toEqual([
    { name: 'Nia of C-1', email: 'C-1@acme.test' },
    { name: 'Nia of C-2', email: 'C-2@acme.test' },
  ]);
  const emails = await store.db.selectFrom('person_action').select('email').execute();
  expect(emails.filter(({ email }) => email !== '')).toHaveLength(2);

  await deleteSheet(store, sheet.id, '2026-12-01T09:00:00Z');
  const otherSheet = await upload('third.csv', createSheet(['Ed,,']));
  const approversAfterDeletion = await json<ApproverList>(
    'GET',
    `/api/sheets/${otherSheet.id}/approvers`,
  );
  expect(approversAfterDeletion.approvers.map(({ staffId }) => staffId)).toEqual([
    'M-1',
    'M-3',
    'C-1',
    'C-2',
  ]);
});
