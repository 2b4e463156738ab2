import type { RiskResult } from '../../src/riskResult.js';
import { type ResultName, resultColumns } from '../intake/resultColumns.js';
import { type KeptScores, keptScoresSchema } from '../journal/facts.js';
import { asSentence } from '../intake/remarkText.js';
import type { RowState } from '../journal/rowState.js';
import type { ResultValue } from '../sheets/sheet.js';
import { type PlannedRow, type Standing, standingOf, type StandingOptions } from './standing.js';

/** Everything that is said of one row, in the sheet, in JSON lines and on the terminal. */
export interface RowReport {
  readonly row: number;
  readonly status: Standing;
  readonly message: string;
  readonly assessmentId?: string | undefined;
  readonly redirectUrl?: string | undefined;
  readonly scores?: KeptScores | undefined;
  /** ISO 8601. */
  readonly assessedAt?: string | undefined;
}

/**
 * The report on a row from its plan, its journal state and what was learnt in this run and is not
 * kept (`note`: why a row could not be sent or its result not be read yet).
 */
export function reportOn(
  row: PlannedRow,
  state: RowState | undefined,
  options: StandingOptions,
  note = '',
): RowReport {
  const status = standingOf(row, state, options);
  return {
    row: row.number,
    status,
    message: messageFor(status, row, state, note),
    assessmentId: state?.assessmentId ?? row.adopted,
    redirectUrl: state?.redirectUrl,
    scores: state?.scores,
    assessedAt: state?.state === 'Scored' ? state.at : undefined,
  };
}

function messageFor(
  status: Standing,
  row: PlannedRow,
  state: RowState | undefined,
  note: string,
): string {
  switch (status) {
    case 'Invalid':
      return row.blocked ?? row.problems ?? '';
    case 'Duplicate':
      return `The same as row ${row.sameAs ?? ''}, and not sent. Remove one of them, or run with --send-duplicates.`;
    case 'Rejected':
      return state?.message ?? '';
    case 'Unconfirmed':
      return `Sent ${state?.sentAt ?? ''}. ${asSentence(state?.message ?? 'The run ended before the answer came')} It may exist: look in the service, then run rwa resolve.`;
    case 'Pending':
      return note === '' ? 'The result is not ready yet. Run rwa assess again.' : note;
    case 'Not sent':
      return note;
    case 'Scored':
      return '';
  }
}

/** The values for our columns, in their order. */
export function resultValues(report: RowReport): ResultValue[] {
  const values: Readonly<Record<ResultName, ResultValue>> = {
    status: report.status,
    message: report.message === '' ? undefined : report.message,
    assessmentId: report.assessmentId,
    redirectUrl: report.redirectUrl,
    overallTrip: report.scores?.overallTrip,
    workingRights: report.scores?.workingRights,
    payrollTax: report.scores?.payrollTax,
    socialSecurity: report.scores?.socialSecurity,
    corporateTax: report.scores?.corporateTax,
    employmentLaw: report.scores?.employmentLaw,
    cumulativePeRiskLevel: report.scores?.cumulativePeRiskLevel,
    contractorMisclass: report.scores?.contractorMisclass,
    assessedAt: report.assessedAt,
  };
  return (Object.keys(resultColumns) as ResultName[]).map((name) => values[name]);
}

/** What is kept of a result. */
export function keptScores(result: RiskResult): KeptScores {
  return keptScoresSchema.parse(
    Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null)),
  );
}
