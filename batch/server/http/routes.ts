import { logRoutes, memberRoutes } from '../access/memberRoutes.js';
import { roundRoutes } from '../rounds/roundRoutes.js';
import { decisionRoutes } from '../decisions/decisionRoutes.js';
import { downloadRoutes } from '../results/downloadRoutes.js';
import { eventRoutes } from './eventRoutes.js';
import { rowRoutes, settlementRoutes } from '../results/rowRoutes.js';
import { viewRoutes } from '../results/viewRoutes.js';
import { recordGapRoutes } from '../restore/recordGapRoutes.js';
import { runRoutes } from '../runs/runRoutes.js';
import { peopleRoutes } from '../people/peopleRoutes.js';
import { openIdRoutes } from '../access/openIdRoutes.js';
import { createOpenApiRoute } from './openApiRoute.js';
import { matchRoutes } from '../sheets/matchRoutes.js';
import { ignoredRowRoutes } from '../sheets/ignoredRowRoutes.js';
import { problemRoutes } from '../sheets/problemRoutes.js';
import type { Route } from './route.js';
import { sheetRoutes } from '../sheets/sheetRoutes.js';
import { sessionRoutes, tokenRoutes } from '../access/sessionRoutes.js';
import { operationRoutes } from '../operations/operationRoutes.js';
import { mailRoutes } from '../mail/mailRoutes.js';
import { noticeRoutes } from '../mail/noticeRoutes.js';
import { settingRoutes } from '../settings/settingRoutes.js';
import { templateRoute } from '../sheets/templateRoute.js';

const declared: readonly Route[] = [
  ...sessionRoutes,
  ...openIdRoutes,
  ...settingRoutes,
  ...mailRoutes,
  ...operationRoutes,
  ...sheetRoutes,
  templateRoute,
  ...matchRoutes,
  ...problemRoutes,
  ...ignoredRowRoutes,
  ...memberRoutes,
  ...tokenRoutes,
  ...noticeRoutes,
  ...logRoutes,
  ...rowRoutes,
  ...settlementRoutes,
  ...viewRoutes,
  ...decisionRoutes,
  ...downloadRoutes,
  ...roundRoutes,
  ...peopleRoutes,
  ...runRoutes,
  ...recordGapRoutes,
  ...eventRoutes,
];

/** The OpenAPI document lists the routes in this order. */
export const routes: readonly Route[] = [...declared, createOpenApiRoute(declared)];
