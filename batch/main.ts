import { Interruption } from './cli/commands/interrupt.js';
import { processTerminal } from './cli/output/terminal.js';
import { rwa } from './rwa.js';

/**
 * By default, V8 lets the heap grow to a multiple of what is in use before it collects old garbage.
 * That saves a tenth of the time, but 100,000 rows must run in 500 MB: above this limit, the heap
 * may grow by less than half.
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
// Everything is written by then. A signal during Node's own shutdown would kill the process
// silently, with another exit code.
process.once('beforeExit', () => process.exit());
process.exitCode = await rwa(process.argv.slice(2), terminal, interruption);
