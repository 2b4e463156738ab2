/** True for equal plain data: texts, numbers, and lists and objects of them. */
export function isSameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (one === null || other === null || Array.isArray(one) !== Array.isArray(other)) return false;
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))];
  if (entries.length !== others.size) return false;
  return entries.every(([key, value]) => others.has(key) && isSameData(value, others.get(key)));
}
