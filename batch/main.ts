import { Interruption } from './cli/commands/interrupt.js';
import { createProcessTerminal } from './cli/output/terminal.js';
import { commandGrowthPercent, keepMemoryLow, limitHeapGrowth } from './keepMemoryLow.js';
import { rwa } from './rwa.js';

// With `keepMemoryLow`, the heap for new objects in a server thread could not grow beyond 1 MB, and
// V8 would collect garbage a thousand times while the thread reads a sheet.
if (process.argv[2] === 'serve') limitHeapGrowth(commandGrowthPercent);
else keepMemoryLow();
const terminal = createProcessTerminal();
const interruption = new Interruption(terminal);
interruption.listen();
// Exit as soon as all output is written: a signal during Node's own shutdown would end the process
// without a message and with another exit code.
process.once('beforeExit', () => process.exit());
// The call is not awaited, for the reason given in bin/rwa.js.
void rwa(process.argv.slice(2), terminal, interruption).then((code) => {
  process.exitCode = code;
});
