import type { Dialect } from '../store.js';

/** Returns the statements that take the tables from the version before to this one. */
export type Migration = (dialect: Dialect) => readonly string[];
