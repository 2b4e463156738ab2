// What bench/sharedLimits.mjs needs of the sources and the tests, in one bundle.
export { limitTables } from '../batch/server/machines/limits/tables.js';
export {
  measuredService,
  worstSecond,
} from '../test/batch/server/machines/limits/measuredService.js';
export { sendersIn } from '../test/batch/server/machines/limits/senders.js';
