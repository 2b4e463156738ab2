import { join } from 'node:path';

/** The checkout. */
export const root = join(import.meta.dirname, '..', '..');

/** Where the screenshots go. */
export const pictures = join(root, 'out', 'e2e');
