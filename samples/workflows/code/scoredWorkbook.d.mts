import type { SampleRow } from './readRows.mjs';

export function scoredWorkbook(
  rows: readonly SampleRow[],
  results: readonly object[],
): Record<string, string>;
