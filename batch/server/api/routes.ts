import type { Route } from './route.js';

/** All routes, in the order in which the document lists them. */
export const routes: readonly Route[] = [];
