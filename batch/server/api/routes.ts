import type { Route } from './route.js';
import { settingRoutes } from './settingRoutes.js';

/** All routes, in the order in which the document lists them. */
export const routes: readonly Route[] = [...settingRoutes];
