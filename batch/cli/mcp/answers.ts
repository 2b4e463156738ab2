import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Command } from 'commander';
import { sanitize } from '../../../src/sanitized.js';
import { type RowReport, formatReport } from '../../engine/rows/rowReport.js';
import { showValues } from '../../wording/sentence.js';
import { formatNumber } from '../../wording/words.js';
import type { Session } from '../commands/session.js';
import { toFailure } from '../output/failure.js';
import { plain, toPrintable } from '../output/paint.js';
import type { Terminal } from '../output/terminal.js';
import { inWords } from '../wording/wording.js';

/** The maximum length of an answer, because a model reads the whole answer. */
const maxCharacters = 20_000;

export function toAnswer(
  text: string,
  structuredContent?: Readonly<Record<string, unknown>>,
): CallToolResult {
  const content = [{ type: 'text' as const, text: shorten(toPrintable(text)) }];
  return structuredContent === undefined ? { content } : { content, structuredContent };
}

export function toErrorAnswer(text: string): CallToolResult {
  return { ...toAnswer(text), isError: true };
}

/** The advice names a tool, because a model has no terminal for a command. */
export const statusAdvice = 'call sheet_status for the sheet.';

export function answerError(error: unknown, secrets: readonly string[]): CallToolResult {
  const { message = '' } = toFailure(error, statusAdvice, secrets);
  return toErrorAnswer(showValues(message));
}

/** The command must send nothing. */
export async function capturePrinted(
  session: Session,
  add: (command: Command, session: Session) => void,
  args: readonly string[],
): Promise<string> {
  const lines: string[] = [];
  const print = (text: Parameters<Terminal['err']>[0]) => {
    lines.push(showValues(text));
  };
  const terminal: Terminal = {
    ...plain,
    out: print,
    err: print,
    drained: () => Promise.resolve(),
    interactive: false,
    bar: undefined,
    ask: () => Promise.resolve(undefined),
  };
  const command = new Command('rwa').exitOverride().configureOutput({ writeErr: print });
  add(command, { ...session, terminal, typed: args, setExitCode: () => undefined });
  await command.parseAsync(args, { from: 'user' });
  return lines.join('\n');
}

export function toRowData(report: RowReport): Readonly<Record<string, unknown>> {
  const { row, status, message, assessmentId, redirectUrl, ...rest } = formatReport(
    report,
    inWords,
  );
  return {
    row,
    status,
    ...(message === '' ? {} : { message }),
    ...(assessmentId === undefined ? {} : { assessmentId }),
    ...(redirectUrl === undefined ? {} : { reportLink: sanitize(redirectUrl) }),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  };
}

function shorten(text: string): string {
  if (text.length <= maxCharacters) return text;
  const lineEnd = text.lastIndexOf('\n', maxCharacters);
  const shown = text.slice(0, lineEnd > 0 ? lineEnd : maxCharacters);
  return `${shown}\n(${formatNumber(text.length - shown.length)} more characters are left out.)`;
}
