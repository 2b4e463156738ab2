/**
 * Caches results, because a sheet repeats few different words many times. Clears the cache at
 * `maxSize` texts.
 */
export function memoize<T>(compute: (text: string) => T, maxSize: number): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    let result = cache.get(text);
    if (result === undefined) {
      result = compute(text);
      if (cache.size >= maxSize) cache.clear();
      cache.set(text, result);
    }
    return result;
  };
}
