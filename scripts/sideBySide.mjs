// npm run NAME for several scripts at once, each of which uses one core; fails when one of them does.
//   node scripts/sideBySide.mjs NAME ...
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const ended = process.argv.slice(2).map(async (name) => {
  const child = spawn(`npm run --silent ${name}`, { shell: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  }
  const [code] = await once(child, 'close');
  // Whole, so that one does not speak into another.
  console.log(`${said}${name}: ${code === 0 ? 'all right' : 'FAILED'}`);
  return code === 0;
});
process.exitCode = (await Promise.all(ended)).every(Boolean) ? 0 : 1;
