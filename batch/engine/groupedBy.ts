/**
 * Groups items by key and keeps their order. `Map.groupBy` needs Node 21, and n8n still runs on
 * Node 20.
 */
export function groupedBy<Key, Item>(
  items: readonly Item[],
  toKey: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = toKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
