import { initial } from './initial.js';
import type { Migration } from './migration.js';

/** The version of the tables is the number of migrations that were done. Later versions add some at the end. */
export const migrations: readonly Migration[] = [initial];
