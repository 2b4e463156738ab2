import { logRoutes } from './logRoutes.js';
import { memberRoutes } from './memberRoutes.js';
import { againRoutes } from './againRoutes.js';
import { decisionRoutes } from './decisionRoutes.js';
import { downloadRoutes } from './downloadRoutes.js';
import { eventRoutes } from './eventRoutes.js';
import { rowRoutes } from './rowRoutes.js';
import { recordGapRoutes } from './recordGapRoutes.js';
import { runRoutes } from './runRoutes.js';
import { settlementRoutes } from './settlementRoutes.js';
import { peopleRoutes } from './peopleRoutes.js';
import { openIdRoutes } from './openIdRoutes.js';
import { openApiRoute } from './openApiRoute.js';
import { matchRoutes } from './matchRoutes.js';
import { problemRoutes } from './problemRoutes.js';
import type { Route } from './route.js';
import { sheetRoutes } from './sheetRoutes.js';
import { sessionRoutes } from './sessionRoutes.js';
import { settingRoutes } from './settingRoutes.js';
import { templateRoute } from './templateRoute.js';
import { tokenRoutes } from './tokenRoutes.js';

const declared: readonly Route[] = [
  ...sessionRoutes,
  ...openIdRoutes,
  ...settingRoutes,
  ...sheetRoutes,
  templateRoute,
  ...matchRoutes,
  ...problemRoutes,
  ...memberRoutes,
  ...tokenRoutes,
  ...logRoutes,
  ...rowRoutes,
  ...settlementRoutes,
  ...decisionRoutes,
  ...downloadRoutes,
  ...againRoutes,
  ...peopleRoutes,
  ...runRoutes,
  ...recordGapRoutes,
  ...eventRoutes,
];

/** All routes, in the order in which the document lists them. */
export const routes: readonly Route[] = [...declared, openApiRoute(declared)];
