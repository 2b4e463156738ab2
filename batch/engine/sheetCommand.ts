import type { OperationName } from '../../src/operations.js';

/**
 * The commands that work on sheets, each with its operation of the service and the status of a
 * finished row.
 */
export const sheetCommands = {
  assess: { name: 'rwa_create', successStatus: 'Scored' },
  reassess: { name: 'rwa_create', successStatus: 'Scored' },
  decide: { name: 'rwa_update', successStatus: 'Decided' },
  invite: { name: 'create_pending_user', successStatus: 'Invited' },
  'remove-access': { name: 'remove_user_access', successStatus: 'Removed' },
} as const satisfies Record<string, { name: OperationName; successStatus: string }>;

export type SheetCommand = keyof typeof sheetCommands;

/** An operation of the service whose inputs are in sheets. */
export type SheetOperationName = (typeof sheetCommands)[SheetCommand]['name'];

/** The status of a finished row, one for each operation. */
export type SuccessStatus = (typeof sheetCommands)[SheetCommand]['successStatus'];

export const successStatuses: readonly SuccessStatus[] = [
  ...new Set(Object.values(sheetCommands).map(({ successStatus }) => successStatus)),
];

/** The other statuses, which all operations share. */
const unfinished = [
  'Not sent',
  'Pending',
  'Rejected',
  'Unconfirmed',
  'Invalid',
  'Duplicate',
  'Forgotten',
] as const;

/** The status of a row in the sheet and in messages. */
export type RowStatus = SuccessStatus | (typeof unfinished)[number];

const statusesByText: ReadonlyMap<string, RowStatus> = new Map(
  [...successStatuses, ...unfinished].map((status) => [status, status]),
);

export function findStatus(text: string): RowStatus | undefined {
  return statusesByText.get(text);
}

export function isStatusWord(text: string): text is RowStatus {
  return statusesByText.has(text);
}

/**
 * Statuses that people rarely write into their own columns, so that each proves that a column is
 * ours.
 */
const ownStatuses: ReadonlySet<RowStatus> = new Set([
  'Not sent',
  'Scored',
  'Unconfirmed',
  'Invalid',
  'Duplicate',
  'Forgotten',
]);

export function isOnlyOurs(status: RowStatus): boolean {
  return ownStatuses.has(status);
}
