export interface SampleRow {
  readonly problem?: string;
  readonly row?: number;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly columns?: readonly SampleColumn[];
}
export interface SampleColumn {
  readonly heading: string;
  readonly value?: unknown;
  readonly isDate?: boolean;
}
export function readRows(
  parts: Readonly<Record<string, string>>,
  fields: readonly object[],
): SampleRow[];
