import { setFlagsFromString } from 'node:v8';
import { exitCodes } from './output/errors.js';
import { processTerminal } from './output/terminal.js';
import { rwa } from './rwa.js';

// V8 lets old garbage grow to a multiple of what is in use before it looks; 100,000 rows then take
// 800 MB instead of 450, and no less time.
setFlagsFromString('--heap-growing-percent=40');

// Reading from a pipe that was closed (rwa check FILE | head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(exitCodes.done);
});
process.exitCode = await rwa(process.argv.slice(2), processTerminal());
