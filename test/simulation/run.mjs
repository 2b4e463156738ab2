// npm run simulate -- [--runs N] [--seed S]: the engine, a model of the service, a network that loses
// answers and people who edit, in one process and in no time.
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
