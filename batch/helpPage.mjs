// The help is the part of docs/page.md for people who work in the browser.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked } from 'marked';

/** The help begins with the first of these sections of docs/page.md, and ends before the second. */
const [firstId, nextId] = ['match', 'check-the-connection'];

const editions = {
  en: { document: 'page.md', title: 'Help', contents: 'Contents' },
  de: { document: 'page.de.md', title: 'Hilfe', contents: 'Inhalt' },
  fr: { document: 'page.fr.md', title: 'Aide', contents: 'Sommaire' },
};

export const helpLanguages = Object.keys(editions);

export async function createHelpPage(language, style) {
  const { title, contents } = editions[language];
  const sections = await readHelpSections(language);
  const links = sections.map((section) => `<li><a href="#${section.id}">${section.title}</a></li>`);
  const ids = new Set(sections.map(({ id }) => id));
  const marked = new Marked({
    renderer: {
      // Other documents are not on the server, so a link to them becomes text.
      link: (href, _, text) =>
        href.startsWith('#') && ids.has(href.slice(1)) ? `<a href="${href}">${text}</a>` : text,
      image: () => '',
    },
  });
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${title} – Remote Work Assessment</title>
    <link rel="stylesheet" href="${style}" />
  </head>
  <body>
    <main class="help">
      <h1>${title}</h1>
      <nav aria-label="${contents}"><ul>${links.join('')}</ul></nav>
      ${sections.map(({ id, title, body }) => `<h2 id="${id}">${title}</h2>\n${marked.parse(body)}`).join('')}
    </main>
  </body>
</html>
`;
}

/** A translated heading begins with an anchor that has the ID of the English heading. */
export async function readHelpSections(language) {
  const path = join(import.meta.dirname, '../docs', editions[language].document);
  const parts = (await readFile(path, 'utf8')).split(/^## /m).slice(1);
  const sections = parts.map((part) => {
    const [, id, title, body] = /^(?:<a id="([\w-]+)"><\/a>)?(.+)\n([^]*)$/.exec(part);
    return { id: id ?? toAnchor(title), title, body };
  });
  if (language !== 'en') return sections;
  const [start, end] = [firstId, nextId].map((id) => sections.findIndex((each) => each.id === id));
  if (start === -1 || end === -1) throw new Error('A heading of the help is not in docs/page.md.');
  return sections.slice(start, end);
}

/** Returns the anchor that GitHub creates for an English heading. */
function toAnchor(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}
