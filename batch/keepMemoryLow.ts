import v8 from 'node:v8';

/** The heap for new objects: one half is in use, and V8 copies live objects to the other half. */
const youngBytes = 16 * 1024 * 1024;
/** A lower value costs more time, a higher value more memory. */
export const commandGrowthPercent = 40;
/** Reading a sheet takes longer than this to fill the heap for new objects. */
const checkEveryMs = 20;

/**
 * With much memory, V8 lets the heap grow to a multiple of the memory in use. With both limits, a
 * run of 10,000 rows needs half as much memory and a tenth more processor time. Do not call this in
 * a program that imports the client.
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
