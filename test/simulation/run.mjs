// npm run simulate -- [--runs N] [--seed S] [--story JSON]: runs the engine with a virtual clock, a
// model of the service, a network that loses answers, and people who edit. For other options, see
// simulate.ts.
import { rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { bundleSimulation, toOutfile } from './bundle.mjs';

const outfile = toOutfile('simulate');
await bundleSimulation(outfile);
try {
  await import(pathToFileURL(outfile));
} finally {
  await rm(outfile);
}
