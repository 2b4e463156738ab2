import type { OperationName } from '../../src/operations.js';

/** The commands on sheets, with the operation of the service and the status of a finished row. */
export const sheetCommands = {
  assess: { name: 'rwa_create', succeeded: 'Scored' },
  reassess: { name: 'rwa_create', succeeded: 'Scored' },
  decide: { name: 'rwa_update', succeeded: 'Decided' },
  invite: { name: 'create_pending_user', succeeded: 'Invited' },
  'remove-access': { name: 'remove_user_access', succeeded: 'Removed' },
} as const satisfies Record<string, { name: OperationName; succeeded: string }>;

/** The command of an operation on sheets. */
export type SheetCommand = keyof typeof sheetCommands;

/** An operation of the service whose inputs are in sheets. */
export type SheetOperationName = (typeof sheetCommands)[SheetCommand]['name'];
