export function rowIdProblem(
  rows: readonly Readonly<Record<string, unknown>>[],
): string | undefined;
