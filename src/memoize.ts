/**
 * Memoizes a function of a text, as a sheet repeats few different words many times. When the cache
 * has `maxSize` texts, it is cleared.
 */
export function memoize<T>(make: (text: string) => T, maxSize: number): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let made = known.get(text);
    if (made === undefined) {
      made = make(text);
      if (known.size >= maxSize) known.clear();
      known.set(text, made);
    }
    return made;
  };
}
