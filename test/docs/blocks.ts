import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A fenced block of a document: commands, or a file that the reader is to make. */
export interface Block {
  /** From the root of the checkout, such as `docs/files.md`. */
  readonly file: string;
  /** Of its first fence, from 1. */
  readonly line: number;
  /** What follows the fence, such as `sh`; empty for none. */
  readonly language: string;
  /** Without the fences. */
  readonly text: string;
  /** The step that tries it, of the comment `<!-- tried: NAME -->` above it. */
  readonly triedBy: string | undefined;
  /** True when the paragraph above it tells the reader that it was not tried. */
  readonly isSaidUntried: boolean;
}

/** The pages whose blocks are checked. */
export function pages(): string[] {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.toSorted().map((name) => join('docs', name))];
}

/** The text of a page. */
function pageText(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** All fenced blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  return blocksIn(relative(root, join(root, page)), pageText(page));
}

/** The same of a text. */
export function blocksIn(file: string, markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', fence, language = ''] = opening.exec(lines[at] ?? '') ?? [];
    if (fence === undefined) continue;
    const end = lines.findIndex((line, index) => index > at && line.trim() === fence);
    if (end === -1) throw new Error(`${file}:${at + 1}: the block has no end.`);
    const text = lines.slice(at + 1, end).map((line) => `${line.slice(indent.length)}\n`);
    blocks.push({ file, line: at + 1, language, text: text.join(''), ...above(lines, at) });
    at = end;
  }
  return blocks;
}

const opening = /^( *)(```+)(\w*)\s*$/;

function above(lines: readonly string[], at: number): Pick<Block, 'triedBy' | 'isSaidUntried'> {
  let from = at - 1;
  let triedBy: string | undefined;
  const isPassed = () => {
    const line = (lines[from] ?? '').trim();
    triedBy ??= /^<!-- tried: (\S+) -->$/.exec(line)?.[1];
    return from >= 0 && (line === '' || line.startsWith('<!--'));
  };
  while (isPassed()) from--;
  const until = from;
  while (from >= 0 && (lines[from] ?? '').trim() !== '') from--;
  const paragraph = lines.slice(from + 1, until + 1).join(' ');
  return { triedBy, isSaidUntried: /\bnot tried\b/i.test(paragraph) };
}
