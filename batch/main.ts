import { setFlagsFromString } from 'node:v8';
import { processTerminal } from './output/terminal.js';
import { rwa } from './rwa.js';

/**
 * V8 lets old garbage grow to a multiple of what is in use before it looks. That saves a tenth of the
 * time, but 100,000 rows are to run in 500 MB: from here on garbage may grow by less than half.
 */
const plentyKilobytes = 350_000;
const watch = setInterval(() => {
  // Not memoryUsage(), which opens a file, and throws when too many are open.
  if (process.resourceUsage().maxRSS < plentyKilobytes) return;
  setFlagsFromString('--heap-growing-percent=40');
  clearInterval(watch);
}, 100).unref();

process.exitCode = await rwa(process.argv.slice(2), processTerminal());
