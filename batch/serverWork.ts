import { keepMemoryLow } from './keepMemoryLow.js';
import { serveCalls } from './server/work/serveCalls.js';

// The entry of the worker threads of rwa serve.
keepMemoryLow();
serveCalls();
