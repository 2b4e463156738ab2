import type { Row, Sheet } from '../../../contract/shapes.js';

/** The last parts of the addresses of a sheet's steps. */
export type SheetStep = 'match' | 'check' | 'start' | 'watch' | 'results' | 'reassess';

/** The props of every step of a sheet. */
export interface SheetProps {
  readonly sheet: Sheet;
  /** The rows that changed last, from the server's events. */
  readonly rows: readonly Row[];
  /** Replaces the sheet by the answer to another request. */
  readonly setData: (sheet: Sheet) => void;
}

/** The address of the sheet in the API. */
export function apiPath({ id }: { readonly id: string }): string {
  return `/api/sheets/${encodeURIComponent(id)}`;
}

/** The address of a step of the sheet, possibly with a query. */
export function stepPath(
  { id }: { readonly id: string },
  step: SheetStep | `${SheetStep}?${string}`,
): string {
  return `/sheets/${encodeURIComponent(id)}/${step}`;
}

/**
 * Returns words for the run that carries out a person's answer about a row. A round under way has only rows with an
 * assessment, so it may leave the answer to the next run.
 */
export function nextRun({ stage, run }: Sheet): string {
  if (stage !== 'running') return 'the next run';
  return run?.operation === 'assess'
    ? 'the run that is under way'
    : 'the run that is under way, or the next one';
}
