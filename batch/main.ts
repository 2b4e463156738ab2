import { Interruption } from './cli/commands/interrupt.js';
import { processTerminal } from './cli/output/terminal.js';
import { rwa } from './rwa.js';

/**
 * V8 lets old garbage grow to a multiple of what is in use before it looks. That saves a tenth of the
 * time, but 100,000 rows are to run in 500 MB: from here on garbage may grow by less than half.
 */
const plentyKilobytes = 350_000;
const watch = setInterval(() => {
  // Not memoryUsage(), which opens a file, and throws when too many are open.
  if (process.resourceUsage().maxRSS < plentyKilobytes) return;
  process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=40');
  clearInterval(watch);
}, 100).unref();

const terminal = processTerminal();
const interruption = new Interruption(terminal);
interruption.listen();
// Everything is written by then. A process that Node takes down step by step can be killed without a
// word on the way, with an exit code that is not the run's.
process.once('beforeExit', () => process.exit());
process.exitCode = await rwa(process.argv.slice(2), terminal, interruption);
