import v8 from 'node:v8';

/** The limit for the memory of new objects: the half in use, and the half to which V8 copies them. */
const youngBytes = 16 * 1024 * 1024;
/** The heap growth of a command: lower values take more time, and higher ones more memory. */
export const commandGrowthPercent = 40;
/** Less than the time in which reading a sheet fills the heap for new objects. */
const checkEveryMs = 20;

/**
 * Limits the heap of a command. On a machine with much memory, V8 uses over 100 MB for new objects, and
 * lets the heap grow to a multiple of the memory in use before it collects garbage. With both limits, a
 * run of 10,000 rows needs half the memory and a tenth more processor time. Only the command calls this,
 * never a program that imports the client.
 */
export function keepMemoryLow(): void {
  limitHeapGrowth(commandGrowthPercent);
  // V8 reads the flag for the size of the heap for new objects only when Node starts, so watch the growth.
  const watch = setInterval(() => {
    const young = v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    if (young !== undefined && young.space_size < youngBytes) return;
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(watch);
  }, checkEveryMs).unref();
}

/** Sets by how many percent the heap may grow before V8 collects garbage, in all threads. */
export function limitHeapGrowth(percent: number): void {
  v8.setFlagsFromString(`--heap-growing-percent=${percent}`);
}
