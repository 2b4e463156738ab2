/**
 * Makes single calls into calls for many: `work` runs once at a time, and whatever is asked for in the
 * meantime goes together into its next call. The results are in the order of the items; an error is
 * everybody's in that call, and does not touch the next one.
 */
export function grouped<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  let previous: Promise<unknown> = Promise.resolve();
  let open: { items: T[]; results: Promise<readonly R[]> } | undefined;

  const openGroup = () => {
    const items: T[] = [];
    const results = previous.then(() => {
      open = undefined;
      return work(items);
    });
    previous = results.catch(() => undefined);
    return { items, results };
  };
  return async (item) => {
    const { items, results } = (open ??= openGroup());
    const index = items.push(item) - 1;
    return (await results)[index] as R;
  };
}
