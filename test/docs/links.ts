import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A broken link or picture of a Markdown page, with the reason. */
export interface BrokenLink {
  page: string;
  link: string;
  reason: string;
}

/**
 * Finds the broken links and pictures of a page. Relative links are checked within `folder`, links to the
 * repository in `checkout`, and anchors against the headings and `<a id>` elements. Other https links are not
 * checked, and links with other schemes count as broken.
 */
export function findBrokenLinks(
  page: string,
  { folder, checkout, repository }: { folder: string; checkout: string; repository: string },
): BrokenLink[] {
  const text = removeExamples(readFileSync(page, 'utf8'));
  const links = [...text.matchAll(/\]\(([^()\s]+)\)|(?:href|src)="([^"]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  );
  return links.flatMap((link) => {
    const reason = findProblem(link);
    return reason === undefined ? [] : [{ page: relative(folder, page), link, reason }];
  });

  function findProblem(link: string): string | undefined {
    const [address = '', anchor] = link.split('#');
    if (address.startsWith('https://')) {
      if (!address.startsWith(repository)) return undefined;
      const path = address.slice(repository.length);
      const file = path === '' ? 'README.md' : /^\/(?:blob|tree|raw)\/main\/(.+)$/.exec(path)?.[1];
      if (file === undefined) return /^\/issues$/.test(path) ? undefined : 'no such address';
      return findMissing(join(checkout, file), anchor === 'readme' ? undefined : anchor);
    }
    if (/^[a-z]+:/.test(address)) return 'neither https nor relative';
    if (address === '') return findMissing(page, anchor);
    const target = join(dirname(page), address);
    if (relative(folder, target).startsWith('..')) return 'leaves the package';
    return findMissing(target, anchor);
  }
}

/** Returns a reason if the target file or its heading is missing. */
function findMissing(target: string, anchor: string | undefined): string | undefined {
  if (!existsSync(target)) return 'no such file';
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  const text = removeExamples(readFileSync(target, 'utf8'));
  const anchors = [
    ...Array.from(text.matchAll(/^#+ +(.+)$/gm), ([, heading = '']) => toAnchor(heading)),
    ...Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id]) => id),
  ];
  return anchors.includes(anchor) ? undefined : 'no such heading';
}

/** Removes code blocks, and the brackets in inline code, which are not links. */
function removeExamples(markdown: string): string {
  return markdown.replace(/^( *)```[\s\S]*?^\1```/gm, '').replace(/`[^`\n]*`/g, (code) =>
    // Keep the other characters of the code: in a heading, they are part of the anchor.
    code.replace(/[[\]()]/g, ''),
  );
}

/** Returns the anchor of a heading on GitHub and npm. */
function toAnchor(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
