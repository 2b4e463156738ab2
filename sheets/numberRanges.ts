/** `first` and `last` are included. */
interface NumberRange {
  readonly first: number;
  readonly last: number;
}

export function toRanges(numbers: readonly number[]): readonly NumberRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const latest = ranges.at(-1);
    if (latest !== undefined && number <= latest.last + 1) latest.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges;
}
