import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { languages } from '../../../../batch/server/contract/languages.js';
import { addPage } from '../../../../batch/server/page/serve.js';

/** Requests a path of the page with this Accept-Encoding. */
function requestPath(path: string, accepted = ''): Promise<Response> {
  const app = new Hono();
  addPage(app, () => Promise.resolve('de'));
  return Promise.resolve(app.request(path, { headers: { 'Accept-Encoding': accepted } }));
}

async function findScript(): Promise<string> {
  const document = await (await requestPath('/')).text();
  return /\/page\/[\w.-]+\.js/.exec(document)?.[0] ?? '';
}

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.0', 'none'],
  ['deflate', 'none'],
  ['', 'none'],
])(
  'for Accept-Encoding "%s", the Content-Encoding of a page file is %s',
  async (accepted, encoding) => {
    const response = await requestPath(await findScript(), accepted);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Encoding') ?? 'none').toBe(encoding);
  },
);

test('browsers revalidate every file, except those with a hash in their names', async () => {
  const script = await requestPath(await findScript());
  expect(script.headers.get('Cache-Control')).toContain('immutable');
  for (const path of ['/', '/sheets/1']) {
    expect((await requestPath(path)).headers.get('Cache-Control')).toBe('no-cache');
  }
  expect((await requestPath('/page/index.html')).status).toBe(404);
});

test('the help is in the language of the reader', async () => {
  const help = await requestPath('/help');
  expect([help.status, help.headers.get('Location')]).toEqual([302, '/help/de']);
  expect(await (await requestPath('/help/de')).text()).toContain('<h2 id="check">Prüfen</h2>');
});

test.each(languages)(
  'the help in "%s" has a section for every step, and loads only its own stylesheet',
  async (language) => {
    const help = await requestPath(`/help/${language}`);
    expect(help.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    const text = await help.text();
    expect(text).toContain(`<html lang="${language}">`);
    const [style = ''] = /\/page\/help-[\w-]+\.css/.exec(text) ?? [];
    expect((await requestPath(style)).status).toBe(200);
    expect(text).not.toMatch(/<script|<img|style=|https?:/);
    const headings = Array.from(text.matchAll(/<h2 id="([\w-]+)"/g), ([, id]) => id);
    const links = Array.from(text.matchAll(/href="#([\w-]+)"/g), ([, id]) => id);
    const page = readFileSync('batch/server/page/browser/sheet/OneSheet.tsx', 'utf8');
    const steps = Array.from(page.matchAll(/\bhelp: '([\w-]+)'/g), ([, id]) => id);
    expect(steps).toHaveLength(6);
    expect(headings).toEqual(expect.arrayContaining([...links, ...steps, 'people-of-the-service']));
  },
);
