/**
 * Memoizes a function of a text: a sheet has few different words, many times each. After `most` texts
 * the cache is cleared.
 */
export function memoized<T>(make: (text: string) => T, most: number): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let made = known.get(text);
    if (made === undefined) {
      made = make(text);
      if (known.size >= most) known.clear();
      known.set(text, made);
    }
    return made;
  };
}
