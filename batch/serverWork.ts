import { limitHeapGrowth } from './keepMemoryLow.js';
import { serveCalls } from './server/threads/serveCalls.js';

/**
 * Lower than for a command, because each thread has its own heap. With 20 percent, 100,000 rows take
 * 50 MB more and no less time.
 */
const growingPercent = 10;

// The entry of the worker threads of rwa serve.
limitHeapGrowth(growingPercent);
// Not awaited, for the same reason as in bin/rwa.js. A rejection ends the thread with its error.
void serveCalls();
