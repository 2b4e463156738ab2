import type { Row, Sheet } from '../../../contract/shapes.js';

export type SheetStep = 'match' | 'check' | 'start' | 'watch' | 'results' | 'reassess';

export interface SheetProps {
  readonly sheet: Sheet;
  /** True while the rows are read again. `sheet` is then as it was before. */
  readonly isReading: boolean;
  readonly rows: readonly Row[];
  readonly setData: (sheet: Sheet) => void;
}

export function getApiPath({ id }: { readonly id: string }): string {
  return `/api/sheets/${encodeURIComponent(id)}`;
}

export function getCorrectionsPath(sheet: Pick<Sheet, 'id'>, worksheet: string): string {
  return `${getApiPath(sheet)}/corrections?worksheet=${encodeURIComponent(worksheet)}`;
}

export function getStepPath(
  { id }: { readonly id: string },
  step: SheetStep | `${SheetStep}?${string}`,
): string {
  return `/sheets/${encodeURIComponent(id)}/${step}`;
}

/** A reassessment works only on rows with an assessment, so a person's answer about a row may wait for the next run. */
export function findNextRun({ stage, run }: Sheet): 'next' | 'current' | 'currentOrNext' {
  if (stage !== 'running') return 'next';
  return run?.operation === 'assess' ? 'current' : 'currentOrNext';
}
