import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pack, root } from './tarball.js';

export interface Registry {
  url: string;
  fetched: Set<string>;
  close: () => void;
}

/**
 * Starts a registry that serves our packages as if they were published, and all other packages as
 * they are installed here. Tests can follow installation instructions with it, without a network.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const fetched = new Set<string>();
  const tarballs = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    // The path of a tarball is NAME/-.tgz, and the path of the manifest is NAME.
    const name = path.replace(/\/-\.tgz$/, '');
    const source = findSource(name);
    if (source === undefined) {
      response.writeHead(404).end('{}');
      return;
    }
    const tarball = tarballs.get(name) ?? packTarball(name, source, folder);
    tarballs.set(name, tarball);
    if (path !== name) {
      fetched.add(name);
      response.end(tarball);
      return;
    }
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
      version: string;
    };
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const dist = { tarball: `${url}/${name}/-.tgz`, integrity };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist } },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    fetched,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const ourPackages = new Map([
  ['remote-work-assessment', 'batch'],
  ['remote-work-assessment-client', 'client'],
]);

function findSource(name: string): string | undefined {
  const folder = ourPackages.get(name);
  if (folder !== undefined) return join(root, folder);
  return ['batch/node_modules', 'node_modules']
    .map((folder) => join(root, folder, name))
    .find((folder) => existsSync(join(folder, 'package.json')));
}

function packTarball(name: string, source: string, folder: string): Buffer {
  if (ourPackages.has(name)) return readFileSync(pack(source, folder));
  const file = join(folder, `${name.replaceAll('/', '-')}.tgz`);
  const args = ['--exclude=./node_modules', '--transform=s,^\\.,package,', '-C', source, '.'];
  execFileSync('tar', ['-czf', file, ...args]);
  return readFileSync(file);
}
