import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide } from '../../../batch/engine/operations/decide.js';
import { invite } from '../../../batch/engine/operations/invite.js';
import { removeAccess } from '../../../batch/engine/operations/removeAccess.js';
import type { SheetOperation } from '../../../batch/engine/operations/sheetOperation.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import type { SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { toCsv, type Entry } from '../cli/sheets.js';
import { type RunResult, runOn, type RunSettings } from '../run/testRun.js';

export const member = (id: string): Entry => ({
  'First name': 'Zoë',
  'Last name': `O'Neill ${id}`,
  Email: `${id.toLowerCase()}@company-1.example`,
  'Staff ID': id,
});

export const approval = (assessmentId: string): Entry => ({
  'Assessment ID': assessmentId,
  Decision: 'Manager Approved',
  Note: 'fine',
  'Manager ID': 'M-200',
});

type ReadEffects = (service: SandboxUnderTest) => Promise<unknown[]>;

/** An operation, with three rows that a sandbox accepts and their effect in the service. */
export interface OperationCase {
  readonly operation: SheetOperation;
  /** Creates the assessments or accounts that the three rows refer to, and returns the rows. */
  readonly createRows: (service: SandboxUnderTest) => Promise<Entry[]>;
  /** The field of the input that identifies a row in a fault rule. */
  readonly field: string;
  readonly heading: string;
  readonly readEffects: ReadEffects;
  /** The result of `readEffects` after the operation on all rows. */
  readonly expectedEffects: readonly unknown[];
}

const ids = ['S-1', 'S-2', 'S-3'];

export const operationCases: readonly OperationCase[] = [
  {
    operation: decide,
    async createRows(service) {
      const created = await Promise.all(ids.map((employeeId) => service.create({ employeeId })));
      return created.map(approval);
    },
    field: 'assessmentId',
    heading: 'Assessment ID',
    readEffects: async (service) =>
      (await service.readLedger()).assessments.map(({ status, note }) => [status, note]),
    expectedEffects: ids.map(() => ['Manager Approved', 'fine']),
  },
  {
    operation: invite,
    createRows: () => Promise.resolve(ids.map(member)),
    field: 'staff_id',
    heading: 'Staff ID',
    readEffects: async (service) => (await service.readOutbox()).map(({ to }) => to).toSorted(),
    expectedEffects: ids.map((id) => `${id.toLowerCase()}@company-1.example`),
  },
  {
    operation: removeAccess,
    async createRows(service) {
      for (const staff_id of ids) {
        const person = { first_name: 'Zoë', last_name: 'O', email: `${staff_id}@x.example` };
        await service.answer('create_pending_user', { ...person, staff_id });
      }
      return ids.map((id) => ({ Name: `Zoë ${id}`, 'Staff ID': id }));
    },
    field: 'staff_id',
    heading: 'Staff ID',
    readEffects: async (service) =>
      (await service.readLedger()).staff.slice(-ids.length).map(({ role }) => role),
    expectedEffects: ids.map(() => 'Remove Access'),
  },
];

export function writeSheet(folder: string, entries: readonly Entry[], name = 'sheet.csv'): string {
  const path = join(folder, name);
  writeFileSync(path, toCsv(entries));
  return path;
}

/** Runs an operation on a sheet, with the same files as the command of the operation. */
export function runOperationOn(
  path: string,
  operation: SheetOperation,
  service: SandboxUnderTest,
  settings: RunSettings = {},
): Promise<RunResult> {
  const { command } = operation;
  const files = toSheetFiles(path, { command });
  return runOn(path, service.sandbox, { operation, files, ...settings });
}

export const readStatuses = ({ reports }: RunResult): string[] =>
  reports.map(({ status }) => status);

/** Edits the text of a sheet. Throws if nothing changes. */
export function edit(path: string, change: (text: string) => string): void {
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`The sheet has nothing to change: ${before}`);
  writeFileSync(path, after);
}

/**
 * Replaces the first match of a text or pattern in a sheet, or all matches of a pattern with the
 * flag `g`. Throws if nothing changes.
 */
export function replace(path: string, before: string | RegExp, after: string): void {
  edit(path, (text) => text.replace(before, after));
}
