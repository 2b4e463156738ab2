// npm run simulate -- [--runs N] [--seed S]: simulates the engine, the service, a network that loses
// answers and people who edit, in one process with a virtual clock.
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
