// node scripts/sideBySide.mjs NAME ...: runs npm scripts at the same time, to use several cores.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const outcomes = process.argv.slice(2).map(async (name) => {
  const child = spawn(`npm run --silent ${name}`, { shell: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const [code] = await once(child, 'close');
  // Each output is printed at the end, so that the outputs do not mix.
  console.log(`${output}${name}: ${code === 0 ? 'all right' : 'FAILED'}`);
  return code === 0;
});
process.exitCode = (await Promise.all(outcomes)).every(Boolean) ? 0 : 1;
