#!/usr/bin/env node
// Committed, unlike dist/, so that npm can link the command at install time.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(`rwa needs Node 24 or newer; this is Node ${process.versions.node}.`);
  process.exit(2);
}
try {
  await import('../dist/rwa.js');
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('dist/rwa.js')) throw error;
  console.error('rwa is not built yet. Run: npm run build');
  process.exit(2);
}
