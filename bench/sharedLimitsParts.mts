// The parts that bench/sharedLimits.mjs imports.
export { openStore } from '../batch/server/db/open.js';
export {
  startMeasuredService,
  countInBusiestSecond,
} from '../test/batch/server/cluster/limits/measuredService.js';
export { prepareSenders } from '../test/batch/server/cluster/limits/senders.js';
