import { logRoutes } from './logRoutes.js';
import { memberRoutes } from './memberRoutes.js';
import { againRoutes } from './againRoutes.js';
import { decisionRoutes } from './decisionRoutes.js';
import { rowRoutes } from './rowRoutes.js';
import { settlementRoutes } from './settlementRoutes.js';
<<<<<<< HEAD
import { peopleRoutes } from './peopleRoutes.js';
=======
import { openApiRoute } from './openApiRoute.js';
>>>>>>> 1e21356 (rwa serve: the OpenAPI document and docs/api.md are made of the declared routes; a table of who may ask what)
import type { Route } from './route.js';
import { sessionRoutes } from './sessionRoutes.js';
import { settingRoutes } from './settingRoutes.js';
import { tokenRoutes } from './tokenRoutes.js';

const declared: readonly Route[] = [
  ...sessionRoutes,
  ...settingRoutes,
  ...memberRoutes,
  ...tokenRoutes,
  ...logRoutes,
  ...rowRoutes,
  ...settlementRoutes,
  ...decisionRoutes,
  ...againRoutes,
  ...peopleRoutes,
];

/** All routes, in the order in which the document lists them. */
export const routes: readonly Route[] = [...declared, openApiRoute(declared)];
