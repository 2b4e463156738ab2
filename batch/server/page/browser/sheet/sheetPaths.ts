import type { Row, Sheet } from '../../../contract/shapes.js';

/** The props of every step of a sheet. */
export interface OfSheet {
  readonly sheet: Sheet;
  /** The rows that have changed last, from the events of the server. */
  readonly rows: readonly Row[];
  /** Shows the sheet that another request has answered with. */
  readonly put: (sheet: Sheet) => void;
}

/** The address of the sheet in the API. */
export function apiPath({ id }: { readonly id: string }): string {
  return `/api/sheets/${encodeURIComponent(id)}`;
}

/** The address of a step of the sheet. */
export function stepPath({ id }: { readonly id: string }, step: string): string {
  return `/sheets/${encodeURIComponent(id)}/${step}`;
}

/** The run that carries out a person's answer about a row. A round under way has no rows without an assessment. */
export function nextRun({ stage, run }: Sheet): string {
  if (stage !== 'running') return 'the next run';
  return run?.operation === 'assess'
    ? 'the run that is under way'
    : 'the run that is under way, or the next one';
}
