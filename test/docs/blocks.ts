import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A fenced block of a document: commands, or a file that the reader creates. */
export interface Block {
  /** The path of the page from the root of the checkout, such as `docs/files.md`. */
  readonly file: string;
  /** The line of its first fence, from 1. */
  readonly line: number;
  /** The language after the fence, such as `sh`; empty for none. */
  readonly language: string;
  /** The content without the fences. */
  readonly text: string;
  /** The name of the step that tries it, from the comment `<!-- tried: NAME -->` above it. */
  readonly triedBy: string | undefined;
  /** True if the paragraph above it contains that it was not tried. */
  readonly isMarkedUntried: boolean;
}

/** The pages whose blocks are checked. */
export function pages(): string[] {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.toSorted().map((name) => join('docs', name))];
}

/** Reads a page. */
function pageText(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** Returns the fenced blocks of a page. */
export function readBlocks(page: string): Block[] {
  return blocksIn(relative(root, join(root, page)), pageText(page));
}

/** Returns the fenced blocks of a text. */
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

function above(lines: readonly string[], at: number): Pick<Block, 'triedBy' | 'isMarkedUntried'> {
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
  return { triedBy, isMarkedUntried: /\bnot tried\b/i.test(paragraph) };
}
