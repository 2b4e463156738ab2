import type { ReceivedRequest } from '../http/received.js';
import { type Reply, toPageReply, toRefusal } from '../http/reply.js';
import type { Service } from '../service.js';
import { createActivationPage } from './activationPage.js';
import { createFrontPage } from './frontPage.js';
import { html } from '../../src/html.js';
import { createDocument } from './document.js';
import { createReportPage } from './reportPage.js';

const pages = {
  '/redirect/': createReportPage,
  '/activate/': createActivationPage,
} as const;

export function answerPage(service: Service, { method, path, origin }: ReceivedRequest): Reply {
  if (method !== 'GET' && method !== 'HEAD') {
    return toRefusal(404, `There is nothing to ${method} at ${path}`);
  }
  if (path === '/') return toPageReply(createFrontPage(origin));
  for (const [start, createPage] of Object.entries(pages)) {
    if (!path.startsWith(start)) continue;
    const content = createPage(service.store, path.slice(start.length));
    if (content !== undefined) return toPageReply(content);
  }
  const note = html`<p>The sandbox has no such page. <a href="/">Front page</a></p>`;
  return toPageReply(createDocument('Not found', note), 404);
}
