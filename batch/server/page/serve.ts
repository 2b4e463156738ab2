import type { Hono } from 'hono';

/** Adds the page: its files, and the same document for every address of a screen. */
export function addPage(app: Hono): void {
  app.get('/*', (context) => context.text('The page is not built.', 404));
}
