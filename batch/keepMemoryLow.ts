import v8 from 'node:v8';

/**
 * The size limit of the heap for new objects. One half is in use, and V8 copies live objects to the
 * other half.
 */
const youngBytes = 16 * 1024 * 1024;
/**
 * The heap growth after which V8 collects garbage. Lower values cost more time, higher ones more
 * memory.
 */
export const commandGrowthPercent = 40;
/**
 * The interval of the checks, which is shorter than the time in which reading a sheet fills the
 * heap for new objects.
 */
const checkEveryMs = 20;

/**
 * Limits the heap of a command. On a machine with much memory, V8 uses over 100 MB for new objects,
 * and lets the heap grow to a multiple of the memory in use before it collects garbage. With both
 * limits, a run of 10,000 rows needs half as much memory and a tenth more processor time. Only the
 * command calls this, never a program that imports the client.
 */
export function keepMemoryLow(): void {
  limitHeapGrowth(commandGrowthPercent);
  // V8 reads its own size limit for this heap only when Node starts, so stop the growth when the
  // heap is large enough.
  const watch = setInterval(() => {
    const young = v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    if (young !== undefined && young.space_size < youngBytes) return;
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(watch);
  }, checkEveryMs).unref();
}

/** Sets the heap growth in percent after which V8 collects garbage, for all threads. */
export function limitHeapGrowth(percent: number): void {
  v8.setFlagsFromString(`--heap-growing-percent=${percent}`);
}
