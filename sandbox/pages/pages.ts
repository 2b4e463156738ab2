import type { ReceivedRequest } from '../http/received.js';
import { type Reply, page, refusal } from '../http/reply.js';
import type { Service } from '../service.js';
import { activationPage } from './activationPage.js';
import { frontPage } from './frontPage.js';
import { html } from '../../src/html.js';
import { document } from './document.js';
import { reportPage } from './reportPage.js';

const pages = {
  '/redirect/': reportPage,
  '/activate/': activationPage,
} as const;

export function answerPage(service: Service, { method, path, origin }: ReceivedRequest): Reply {
  if (method !== 'GET' && method !== 'HEAD') {
    return refusal(404, `There is nothing to ${method} at ${path}`);
  }
  if (path === '/') return page(frontPage(origin));
  for (const [start, createPage] of Object.entries(pages)) {
    if (!path.startsWith(start)) continue;
    const content = createPage(service.store, path.slice(start.length));
    if (content !== undefined) return page(content);
  }
  const note = html`<p>The sandbox has no such page. <a href="/">Front page</a></p>`;
  return page(document('Not found', note), 404);
}
