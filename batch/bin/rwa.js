#!/usr/bin/env node
import * as module from 'node:module';

// This file is committed, unlike dist/, so that npm can link the command at install time.

// Without a cache, compiling the packages that rwa uses takes longer than most commands.
module.enableCompileCache?.();
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(`rwa needs Node 24 or newer; this is Node ${process.versions.node}.`);
  process.exit(2);
}
try {
  process.cwd();
} catch {
  console.error('rwa: The current folder no longer exists. Change to another one.');
  process.exit(2);
}
// Handles signals until the command is loaded. The command then handles them itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (process.listenerCount(signal) > 1) return;
    console.error('\nStopped before anything was done.');
    process.exit(130);
  });
}
// Not awaited at the top level: this file is also the entry of the single executable, which is a CommonJS
// script.
import('../dist/rwa.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('dist/rwa.js')) throw error;
  console.error('rwa is not built yet. Run: npm run build');
  process.exit(2);
});
