import { Interruption } from './cli/commands/interrupt.js';
import { createProcessTerminal } from './cli/output/terminal.js';
import { keepMemoryLow, limitHeapGrowth } from './keepMemoryLow.js';
import { rwa } from './rwa.js';

// In a server, each thread has its own limit for new objects. The limit of a command would hold for all threads: a new one could
// not grow from 1 MB, and would collect garbage a thousand times while it reads a sheet.
if (process.argv[2] === 'serve') limitHeapGrowth(40);
else keepMemoryLow();
const terminal = createProcessTerminal();
const interruption = new Interruption(terminal);
interruption.listen();
// All output is written by then. A signal during Node's shutdown would end the process without a
// message and with another exit code.
process.once('beforeExit', () => process.exit());
// Not awaited, for the same reason as in bin/rwa.js.
void rwa(process.argv.slice(2), terminal, interruption).then((code) => {
  process.exitCode = code;
});
