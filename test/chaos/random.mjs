/** Creates functions for random choices. The same seed always gives the same choices (mulberry32). */
export function createRandom(seed) {
  let state = seed | 0;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (probability) => random() < probability,
    between: (min, max) => min + random() * (max - min),
    pick: (items) => items[Math.floor(random() * items.length)],
    shuffle: (items) =>
      items
        .map((item) => [random(), item])
        .sort(([a], [b]) => a - b)
        .map(([, item]) => item),
  };
}
