import { collectWhenIdle } from './collectWhenIdle.js';
import { keepMemoryLow } from './keepMemoryLow.js';
import { serveCalls } from './server/work/serveCalls.js';

/** Several threads have a heap each, and one waits for the disk more than it computes. */
const growingPercent = 20;

// The entry of the worker threads of rwa serve.
keepMemoryLow(growingPercent);
collectWhenIdle();
serveCalls();
