import { sanitize } from '../../../src/sanitized.js';
import type { FindingState } from '../../doctor/finding.js';
import type { WordedFinding } from '../../wording/findings.js';
import { type ExitCode, exitCodes } from '../output/exitCodes.js';
import { wrapText } from '../output/lines.js';
import type { Terminal } from '../output/terminal.js';

/** Without `sheet`, a finding is about something else, such as the connection. */
export interface PrintedFinding extends WordedFinding {
  readonly company?: string;
  readonly sheet?: string;
}

/**
 * Prints each finding as soon as its check ends. Resolves to the exit code for the most urgent
 * finding.
 */
export async function printFindings(
  findings: AsyncIterable<PrintedFinding>,
  terminal: Terminal,
  { json = false }: { readonly json?: boolean | undefined },
): Promise<ExitCode> {
  const printed: PrintedFinding[] = [];
  for await (const finding of findings) {
    printed.push(finding);
    terminal.out(
      json ? JSON.stringify({ type: 'finding', ...finding }) : toLine(finding, terminal),
    );
    await terminal.drained();
  }
  const exitCode = findExitCode(printed);
  terminal.out(json ? JSON.stringify({ type: 'end', exitCode }) : formatClosingLine(printed));
  return exitCode;
}

const marks: Readonly<
  Record<FindingState, { text: string; colour: 'green' | 'yellow' | 'red' | 'bold' }>
> = {
  ok: { text: 'ok', colour: 'green' },
  warning: { text: 'warning', colour: 'yellow' },
  problem: { text: 'problem', colour: 'red' },
  away: { text: 'away', colour: 'yellow' },
  inUse: { text: 'in use', colour: 'yellow' },
  unknown: { text: 'unknown', colour: 'yellow' },
};

function toLine(finding: PrintedFinding, terminal: Terminal): string {
  const { check, company, sheet, state, message } = finding;
  const { text, colour } = marks[state];
  const about = [company, sheet].filter((part) => part !== undefined);
  const subject = about.length === 0 ? check : [...about, check.toLowerCase()].join(', ');
  const mark = terminal.paint.out(colour, text.padEnd(8));
  return wrapText(`${mark} ${sanitize(`${subject}: ${message}`)}`, terminal.width, '         ');
}

function formatClosingLine(findings: readonly PrintedFinding[]): string {
  const isTrouble = ({ state }: PrintedFinding) => state !== 'ok' && state !== 'unknown';
  const troubles = findings.filter(isTrouble).length;
  if (troubles === 0) return 'No problem was found.';
  return troubles === 1
    ? '1 line above needs attention.'
    : `${troubles} lines above need attention.`;
}

/** Lists the most urgent state first. */
const codes: readonly (readonly [FindingState, ExitCode])[] = [
  ['problem', exitCodes.stopped],
  ['away', exitCodes.pending],
  ['inUse', exitCodes.inUse],
];

function findExitCode(findings: readonly PrintedFinding[]): ExitCode {
  const urgent = codes.find(([state]) => findings.some((finding) => finding.state === state));
  return urgent?.[1] ?? exitCodes.done;
}
