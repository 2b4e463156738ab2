import { keepMemoryLow } from './keepMemoryLow.js';
import { serveCalls } from './server/threads/serveCalls.js';

/** Several threads have a heap each. With 20, a run of 100,000 rows takes 50 MB more, and is no faster. */
const growingPercent = 10;

// The entry of the worker threads of rwa serve.
keepMemoryLow(growingPercent);
await serveCalls();
