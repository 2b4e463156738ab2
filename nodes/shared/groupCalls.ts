/**
 * Combines single calls into calls of `work` for many items. Only one call of `work` runs at a time;
 * the next one gets all items that were added meanwhile. `work` must return the results in the order
 * of the items. An error rejects only the calls of one group.
 */
export function groupCalls<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  let previous: Promise<unknown> = Promise.resolve();
  let nextGroup: { items: T[]; results: Promise<readonly R[]> } | undefined;

  const createGroup = () => {
    const items: T[] = [];
    const results = previous.then(() => {
      nextGroup = undefined;
      return work(items);
    });
    previous = results.catch(() => undefined);
    return { items, results };
  };
  return async (item) => {
    const { items, results } = (nextGroup ??= createGroup());
    const index = items.push(item) - 1;
    return (await results)[index] as R;
  };
}
