// Creates the help of the page: the part of docs/page.md for people who work in the browser.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked } from 'marked';

/** The help begins at the first of these headings, and ends before the second. */
const [firstHeading, nextHeading] = ['\n## Match\n', '\n## Webhook\n'];

/** Returns the help as an HTML document with this style sheet. */
export async function createHelpPage(style) {
  const text = await readFile(join(import.meta.dirname, '../docs/page.md'), 'utf8');
  const [start, end] = [text.indexOf(firstHeading), text.indexOf(nextHeading)];
  if (start === -1 || end === -1) throw new Error('A heading of the help is not in docs/page.md.');
  const part = text.slice(start, end);
  const headings = Array.from(part.matchAll(/^## (.+)$/gm), ([, heading]) => heading);
  const anchors = new Set(headings.map(toAnchor));
  const marked = new Marked({
    renderer: {
      heading: (words, level, raw) => `<h${level} id="${toAnchor(raw)}">${words}</h${level}>`,
      // The other documents are not on the server.
      link: (href, _, words) =>
        href.startsWith('#') && anchors.has(href.slice(1))
          ? `<a href="${href}">${words}</a>`
          : words,
      image: () => '',
    },
  });
  const contents = headings.map(
    (heading) => `<li><a href="#${toAnchor(heading)}">${heading}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Help – Remote Work Assessment</title>
    <link rel="stylesheet" href="${style}" />
  </head>
  <body>
    <main class="help">
      <h1>Help</h1>
      <nav aria-label="Contents"><ul>${contents.join('')}</ul></nav>
      ${marked.parse(part)}
    </main>
  </body>
</html>
`;
}

/** Returns the anchor of a heading, as GitHub makes it. */
function toAnchor(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}
