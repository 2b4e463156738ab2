import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A fenced block of a document, such as commands, a file that the reader creates, or an output. */
export interface Block {
  /** The path of the page from the root of the checkout, such as `docs/files.md`. */
  readonly file: string;
  /** The number of the line with the first fence, from 1. */
  readonly line: number;
  /** The language after the fence, such as `sh`; empty if there is none. */
  readonly language: string;
  /** The content without the fences. */
  readonly text: string;
  /** The name of the step that tries the block, from the comment `<!-- tried: NAME -->` above it. */
  readonly triedBy: string | undefined;
  /** True if the paragraph above the block contains "not tried". */
  readonly isMarkedUntried: boolean;
}

/** Lists the pages whose blocks are checked. */
export function listPages(): string[] {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.toSorted().map((name) => join('docs', name))];
}

export function readBlocks(page: string): Block[] {
  return parseBlocks(page, readFileSync(join(root, page), 'utf8'));
}

export function parseBlocks(file: string, markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let fenceAt = 0; fenceAt < lines.length; fenceAt++) {
    const [, indent = '', fence, language = ''] = openingFence.exec(lines[fenceAt] ?? '') ?? [];
    if (fence === undefined) continue;
    const end = lines.findIndex((line, index) => index > fenceAt && line.trim() === fence);
    if (end === -1) throw new Error(`${file}:${fenceAt + 1}: the block has no end.`);
    const text = lines.slice(fenceAt + 1, end).map((line) => `${line.slice(indent.length)}\n`);
    blocks.push({
      file,
      line: fenceAt + 1,
      language,
      text: text.join(''),
      ...readMarks(lines, fenceAt),
    });
    fenceAt = end;
  }
  return blocks;
}

/** Matches the first line of a block: its indent, its fence and its language. */
const openingFence = /^( *)(```+)(\w*)\s*$/;

function readMarks(
  lines: readonly string[],
  fenceAt: number,
): Pick<Block, 'triedBy' | 'isMarkedUntried'> {
  let index = fenceAt - 1;
  let triedBy: string | undefined;
  const isEmptyOrComment = () => {
    const line = (lines[index] ?? '').trim();
    triedBy ??= /^<!-- tried: (\S+) -->$/.exec(line)?.[1];
    return index >= 0 && (line === '' || line.startsWith('<!--'));
  };
  while (isEmptyOrComment()) index--;
  const lastLine = index;
  while (index >= 0 && (lines[index] ?? '').trim() !== '') index--;
  const paragraph = lines.slice(index + 1, lastLine + 1).join(' ');
  return { triedBy, isMarkedUntried: /\bnot tried\b/i.test(paragraph) };
}
