import { exitCodes } from './output/errors.js';
import { processTerminal } from './output/terminal.js';
import { rwa } from './rwa.js';

// Reading from a pipe that was closed (rwa check FILE | head) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(exitCodes.done);
});
process.exitCode = await rwa(process.argv.slice(2), processTerminal());
