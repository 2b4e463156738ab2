import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A broken link or picture of a Markdown page, with the reason. */
export interface BrokenLink {
  page: string;
  link: string;
  why: string;
}

/**
 * Finds the broken links and pictures of a page. Relative links are checked within `folder`, links to the
 * repository in `checkout`, and anchors against the headings. Other addresses are not requested.
 */
export function brokenLinks(
  page: string,
  { folder, checkout, repository }: { folder: string; checkout: string; repository: string },
): BrokenLink[] {
  const text = prose(readFileSync(page, 'utf8'));
  const links = [...text.matchAll(/\]\(([^()\s]+)\)|(?:href|src)="([^"]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  );
  return links.flatMap((link) => {
    const why = problem(link);
    return why === undefined ? [] : [{ page: relative(folder, page), link, why }];
  });

  function problem(link: string): string | undefined {
    const [address = '', anchor] = link.split('#');
    if (address.startsWith('https://')) {
      if (!address.startsWith(repository)) return undefined;
      const path = address.slice(repository.length);
      const inside =
        path === '' ? 'README.md' : /^\/(?:blob|tree|raw)\/main\/(.+)$/.exec(path)?.[1];
      if (inside === undefined) return /^\/issues$/.test(path) ? undefined : 'no such address';
      return missing(join(checkout, inside), anchor === 'readme' ? undefined : anchor);
    }
    if (/^[a-z]+:/.test(address)) return 'neither https nor relative';
    if (address === '') return missing(page, anchor);
    const target = join(dirname(page), address);
    if (relative(folder, target).startsWith('..')) return 'leaves the package';
    return missing(target, anchor);
  }
}

function missing(target: string, anchor: string | undefined): string | undefined {
  if (!existsSync(target)) return 'no such file';
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  const headings = prose(readFileSync(target, 'utf8')).matchAll(/^#+ +(.+)$/gm);
  const anchors = Array.from(headings, ([, heading = '']) => slug(heading));
  return anchors.includes(anchor) ? undefined : 'no such heading';
}

/** Returns the page without its examples, whose brackets are not links. */
function prose(markdown: string): string {
  return markdown.replace(/^( *)```[\s\S]*?^\1```/gm, '').replace(/`[^`\n]*`/g, (code) =>
    // Code in headings is kept, since it is part of the anchor.
    code.replace(/[[\]()]/g, ''),
  );
}

/** Returns the anchor of a heading on GitHub and npm. */
function slug(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
