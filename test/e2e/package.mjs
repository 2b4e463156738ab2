// Builds and unpacks the tarball that npm would publish.
import { join } from 'node:path';
import { run } from './processes.mjs';
import { root } from './root.mjs';

export async function pack(folder) {
  await run('the build', 'npm', ['run', 'build:nodes'], { cwd: root });
  const args = [
    'pack',
    './out/n8n-nodes-remote-work-assessment',
    '--json',
    '--ignore-scripts',
    '--loglevel=error',
  ];
  const output = await run('npm pack', 'npm', [...args, '--pack-destination', folder], {
    cwd: root,
  });
  // Other lines may precede the JSON of npm.
  const [{ filename }] = JSON.parse(output.slice(output.search(/^\[/m)));
  return join(folder, filename);
}

export async function unpack(tarball, folder) {
  await run('tar', 'tar', ['-xzf', tarball, '-C', folder]);
  return join(folder, 'package');
}
