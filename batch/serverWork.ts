import { limitHeapGrowth } from './keepMemoryLow.js';
import { serveCalls } from './server/threads/serveCalls.js';

/**
 * Each thread has its own heap. With 20 percent, 100,000 rows take 50 MB more and the same time.
 */
const growthPercent = 10;

// This file is the entry of the worker threads of rwa serve.
limitHeapGrowth(growthPercent);
// The call is not awaited, because this file is a CommonJS script in the single executable. A
// rejection ends the thread with its error.
void serveCalls();
