/** Keeps a statement under the 32,766 variables of SQLite with up to 32 columns, and a block out of memory twice. */
const defaultSize = 1_000;

/** Divides values into blocks, one statement each. */
export function* inBlocks<T>(all: Iterable<T>, size = defaultSize): Generator<T[]> {
  let block: T[] = [];
  for (const one of all) {
    block.push(one);
    if (block.length < size) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}
