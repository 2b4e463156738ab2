import { Interruption } from './cli/commands/interrupt.js';
import { processTerminal } from './cli/output/terminal.js';
import { keepMemoryLow } from './keepMemoryLow.js';
import { rwa } from './rwa.js';

keepMemoryLow();
const terminal = processTerminal();
const interruption = new Interruption(terminal);
interruption.listen();
// Everything is written by then. A process that Node takes down step by step can be killed without a
// word on the way, with an exit code that is not the run's.
process.once('beforeExit', () => process.exit());
process.exitCode = await rwa(process.argv.slice(2), terminal, interruption);
