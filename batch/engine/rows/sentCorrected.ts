import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import type { Corrected } from '../intake/corrections.js';
import { type RowStatus, successStatuses } from '../intake/statusWords.js';
import type { RowState } from '../journal/rowState.js';
import type { Message, Wording } from '../message.js';
import type { RowReport } from './rowReport.js';
import type { PlannedRow } from './rowStatus.js';
import { isSame } from './submissions.js';

/** The statuses of rows that were sent. */
const sent: ReadonlySet<RowStatus> = new Set([
  ...successStatuses,
  ...(['Pending', 'Rejected', 'Unconfirmed'] as const),
]);

/** Who decides may be filled in after a row was sent: see `readRow`. */
const filledInLater: ReadonlySet<string> = new Set(['managerId', 'complianceTeamMemberId']);

/**
 * What was sent instead of values of the row's cells. Nothing for a row that we did not send, or that was
 * edited or corrected otherwise since.
 */
export function sentCorrected(
  row: PlannedRow,
  state: RowState | undefined,
  status: RowStatus,
): Pick<RowReport, 'corrected'> {
  const { corrected, importedId, isEditedSinceSent = false, readAs } = row;
  if (corrected === undefined || state?.sentAt === undefined || !sent.has(status)) return {};
  if (importedId !== undefined || isEditedSinceSent || !isSame(row, state)) return {};
  const wasSent = ({ field }: Corrected) => readAs === undefined || !filledInLater.has(field);
  const corrections = corrected.filter(wasSent);
  return corrections.length === 0 ? {} : { corrected: { code: 'valuesCorrected', corrections } };
}

/** In place of a text in an example; it occurs in no words of a face. */
const anyText = '\uFFFC';
const example = { field: '', label: anyText, value: anyText, to: anyText };
const examples: readonly Corrected[] = [example, { ...example, value: '' }, { ...example, to: '' }];

/** True for a text that looks as a face words {@link sentCorrected}, whatever the corrections are. */
export function tellsCorrections(text: string, wording: Wording): boolean {
  const plain = unguarded(text);
  return examples.some((one) => {
    const said: Message = { code: 'valuesCorrected', corrections: [one] };
    const [first = '', ...rest] = wording(said).split(anyText);
    const last = rest.pop() ?? '';
    const isFramed = plain.startsWith(first) && plain.endsWith(last);
    return isFramed && rest.every((part) => plain.includes(part));
  });
}
