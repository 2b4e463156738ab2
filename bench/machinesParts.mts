// The parts that bench/machines.mjs imports.
export { openStore } from '../batch/server/db/open.js';
export { inTransaction } from '../batch/server/db/transaction.js';
export { SliceQueue, sliceSender } from '../batch/server/cluster/queue.js';
export { releaseSlice, takeSlice } from '../batch/server/cluster/slice.js';
