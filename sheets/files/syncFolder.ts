import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes the name of a new file survive a power cut. Windows cannot, and need not. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return;
  }
}
