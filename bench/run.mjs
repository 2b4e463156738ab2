// npm run bench [-- NAME ...]: compares alternatives in one run, so that the ratios do not depend
// on the machine. The exit code is 1 if a target is missed or a bench fails.
import { join } from 'node:path';

const usualBenches = [
  'start',
  'sandbox',
  'csv',
  'sheets',
  'limits',
  'assess',
  'sheetNode',
  'serve',
];
/**
 * These benches run only if they are named. All except `serveExpected` need Postgres, or the n8n
 * that npm run e2e installs.
 */
const otherBenches = [
  'n8n',
  'sheetNodeInN8n',
  'sharedLimits',
  'machines',
  'distance',
  'serveExpected',
];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => ![...usualBenches, ...otherBenches].includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no bench ${unknown.join(', ')}. There are: ${[...usualBenches, ...otherBenches].join(', ')}.`,
  );
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : usualBenches) {
  const file = join(import.meta.dirname, `${name}.mjs`);
  console.log(`\n== ${name}`);
  try {
    const { default: bench } = await import(file);
    const result = await bench();
    if (result?.reached === false) process.exitCode = 1;
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
