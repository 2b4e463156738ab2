import type { Row, Sheet } from '../../../contract/shapes.js';

/** The steps of a sheet, each named by the last part of its address. */
export type SheetStep = 'match' | 'check' | 'start' | 'watch' | 'results' | 'reassess';

/** The props of every step of a sheet. */
export interface SheetProps {
  readonly sheet: Sheet;
  /** True while the rows are read again. Meanwhile, `sheet` is as it was before the reading. */
  readonly isReading: boolean;
  /** The rows that changed last, from the server's events. */
  readonly rows: readonly Row[];
  /** Replaces the sheet with the response to another request. */
  readonly setData: (sheet: Sheet) => void;
}

/** Returns the address of the sheet in the API. */
export function getApiPath({ id }: { readonly id: string }): string {
  return `/api/sheets/${encodeURIComponent(id)}`;
}

/** Returns the address for corrections of values that were seen in a worksheet. */
export function getCorrectionsPath(sheet: Pick<Sheet, 'id'>, worksheet: string): string {
  return `${getApiPath(sheet)}/corrections?worksheet=${encodeURIComponent(worksheet)}`;
}

/** Returns the address of a step of the sheet, possibly with a query. */
export function getStepPath(
  { id }: { readonly id: string },
  step: SheetStep | `${SheetStep}?${string}`,
): string {
  return `/sheets/${encodeURIComponent(id)}/${step}`;
}

/**
 * Returns the run that acts on a person's answer about a row. A reassessment works only on rows with an assessment, so
 * the answer may wait for the next run.
 */
export function findNextRun({ stage, run }: Sheet): 'next' | 'current' | 'currentOrNext' {
  if (stage !== 'running') return 'next';
  return run?.operation === 'assess' ? 'current' : 'currentOrNext';
}
