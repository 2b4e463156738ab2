import { closeSync, fsyncSync, openSync } from 'node:fs';

/** The name of a new file then survives a power cut. Not needed on Windows. */
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
