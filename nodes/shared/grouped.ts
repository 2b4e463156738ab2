/**
 * Combines single calls into calls for many items. Only one call of `work` runs at a time; the items
 * that arrive meanwhile go into its next call together. `work` must return the results in the order of
 * the items. An error rejects all calls of its group, but none of the next one.
 */
export function groupCalls<T, R>(
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
