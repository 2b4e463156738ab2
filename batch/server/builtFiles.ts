import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAsset, getAssetKeys, isSea } from 'node:sea';
import { Worker, type WorkerOptions } from 'node:worker_threads';

// Loads files of the build by name: from dist/, or from the single executable that packaging/binary.mjs creates.

const pageAssets = 'page/';

export function startWorker(options: WorkerOptions): Worker {
  return isSea()
    ? new Worker(getAsset('serverWork.js', 'utf8'), { ...options, eval: true })
    : new Worker(new URL('./serverWork.js', import.meta.url), options);
}

/** Returns an empty map if the web app is not built. */
export async function readPage(): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  if (isSea()) {
    for (const key of getAssetKeys().filter((name) => name.startsWith(pageAssets))) {
      files.set(key.slice(pageAssets.length), new Uint8Array(getAsset(key)));
    }
    return files;
  }
  // The second folder is for tests, which run this file from its source.
  const folder = [
    join(import.meta.dirname, 'page'),
    join(import.meta.dirname, '../dist/page'),
  ].find((path) => existsSync(join(path, 'index.html')));
  for (const name of folder === undefined ? [] : await readdir(folder)) {
    files.set(name, new Uint8Array(await readFile(join(folder ?? '', name))));
  }
  return files;
}
