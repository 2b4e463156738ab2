import { closeSync, fsyncSync, openSync } from 'node:fs';

/**
 * Syncs a folder, so that the name of a new file survives a power cut. Windows does not need this.
 */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Some systems cannot open a folder as a file. The new file itself is complete in any case.
    return;
  }
}
