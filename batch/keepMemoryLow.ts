import v8 from 'node:v8';

/** The size of the heap for new objects: the space in use, and the one to which V8 copies. */
const youngBytes = 16 * 1024 * 1024;
/** Less than the time that it takes to fill that space while a sheet is read. */
const checkEveryMs = 20;

/**
 * Limits the heap of a command. On a machine with much memory, V8 uses over 100 MB for new objects, and lets the heap grow to
 * a multiple of the memory in use before it collects garbage. With both limited, a run of 10,000 rows needs half the memory
 * and a tenth more processor time. Only the command calls this, never a program that imports the client.
 */
export function keepMemoryLow(): void {
  limitHeapGrowth(40);
  // The flag for this size is read only when Node starts.
  const watch = setInterval(() => {
    const young = v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    if (young !== undefined && young.space_size < youngBytes) return;
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(watch);
  }, checkEveryMs).unref();
}

/** Limits by how many percent the heap may grow before V8 collects garbage, in all threads. */
export function limitHeapGrowth(percent: number): void {
  v8.setFlagsFromString(`--heap-growing-percent=${percent}`);
}
