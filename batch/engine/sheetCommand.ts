import type { OperationName } from '../../src/operations.js';

export const sheetCommands = {
  assess: { name: 'rwa_create', successStatus: 'Scored' },
  reassess: { name: 'rwa_create', successStatus: 'Scored' },
  decide: { name: 'rwa_update', successStatus: 'Decided' },
  invite: { name: 'create_pending_user', successStatus: 'Invited' },
  'remove-access': { name: 'remove_user_access', successStatus: 'Removed' },
} as const satisfies Record<string, { name: OperationName; successStatus: string }>;

export type SheetCommand = keyof typeof sheetCommands;

export type SheetOperationName = (typeof sheetCommands)[SheetCommand]['name'];

export type SuccessStatus = (typeof sheetCommands)[SheetCommand]['successStatus'];

export const successStatuses: readonly SuccessStatus[] = [
  ...new Set(Object.values(sheetCommands).map(({ successStatus }) => successStatus)),
];

const unfinished = [
  'Not sent',
  'Pending',
  'Rejected',
  'Unconfirmed',
  'Invalid',
  'Duplicate',
  'Forgotten',
] as const;

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
 * People rarely write these words into their columns, so each word proves that a column is ours.
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
