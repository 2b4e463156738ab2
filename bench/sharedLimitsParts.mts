// The sources that bench/sharedLimits.mjs uses, in one bundle.
export { openStore } from '../batch/server/db/open.js';
export {
  measuredService,
  countBusiestSecond,
} from '../test/batch/server/cluster/limits/measuredService.js';
export { sendersIn } from '../test/batch/server/cluster/limits/senders.js';
