import { join } from 'node:path';

/** The folder of the checkout. */
export const root = join(import.meta.dirname, '..', '..');

/** The folder for screenshots. */
export const pictures = join(root, 'out', 'e2e');
