import { Interruption } from './cli/commands/interrupt.js';
import { processTerminal } from './cli/output/terminal.js';
import { keepMemoryLow } from './keepMemoryLow.js';
import { rwa } from './rwa.js';

keepMemoryLow();
const terminal = processTerminal();
const interruption = new Interruption(terminal);
interruption.listen();
// All output is written by then. A signal during Node's shutdown would end the process without a
// message and with another exit code.
process.once('beforeExit', () => process.exit());
process.exitCode = await rwa(process.argv.slice(2), terminal, interruption);
