// What bench/machines.mjs needs of the sources, in one bundle.
export { SliceQueue } from '../batch/server/machines/queue.js';
export { SharedDatabase } from '../batch/server/machines/sharedDatabase.js';
export { leaveSlice, takeSlice } from '../batch/server/machines/slice.js';
