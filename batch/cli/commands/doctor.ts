import type { Command } from 'commander';
import { sanitized } from '../../../src/sanitized.js';
import { checkAuthorities, checkVersions } from '../doctor/checkMachine.js';
import { checkService } from '../doctor/checkService.js';
import { checkSheet, type SheetSettings } from '../doctor/checkSheet.js';
import { exitCodeAfter, type Finding, type FindingState } from '../doctor/finding.js';
import { configuredService } from './configuredService.js';
import { wrapped } from '../output/lines.js';
import type { Terminal } from '../output/terminal.js';
import {
  addJournalOptions,
  addOperationOption,
  addSheetOptions,
  durationOption,
} from './options.js';
import { addServiceOptions, type ServiceFlags } from './serviceOptions.js';
import { preparing } from './runStages.js';
import type { Session } from './session.js';

interface DoctorFlags extends SheetSettings, ServiceFlags {
  json?: boolean;
  requestTimeout: number;
}

/** `rwa doctor [FILE...]`: checks what the next run needs. */
export function addDoctor(command: Command, session: Session): void {
  const { terminal, interruption, end } = session;
  addServiceOptions(
    command
      .argument('[files...]', 'sheets to check, with their journals, locks and folders')
      .option('--json', 'print one JSON object per line')
      .addOption(
        durationOption(
          '--request-timeout <time>',
          'how long to wait for an answer',
          '30s',
          '100ms',
        ),
      ),
  );
  addSheetOptions(addOperationOption(addJournalOptions(command)))
    .addHelpText('after', help)
    .action(async (files: readonly string[], flags: DoctorFlags) => {
      const signal = interruption.begin(preparing);
      const findings: Finding[] = [];
      for await (const finding of checks(files, flags, signal)) {
        findings.push(finding);
        print(finding, flags, terminal);
        await terminal.drained();
      }
      const exitCode = exitCodeAfter(findings);
      if (flags.json === true) terminal.out(JSON.stringify({ type: 'end', exitCode }));
      else terminal.out(closingLine(findings));
      end(exitCode);
    });
}

async function* checks(
  files: readonly string[],
  flags: DoctorFlags,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  yield checkVersions();
  yield checkAuthorities();
  const { requestTimeout: requestTimeoutMs, baseUrl, tokenFile, sandbox } = flags;
  // The sandbox of --sandbox runs only during a command.
  if (sandbox !== true) yield* checkService({ baseUrl, tokenFile, requestTimeoutMs }, signal);
  for (const file of files) {
    if (signal.aborted) return;
    yield* checkSheet(file, flags, configuredService(flags.baseUrl));
  }
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

function print(finding: Finding, { json = false }: DoctorFlags, terminal: Terminal): void {
  if (json) {
    terminal.out(JSON.stringify({ type: 'finding', ...finding }));
    return;
  }
  const { check, sheet, state, message } = finding;
  const { text, colour } = marks[state];
  const subject = sheet === undefined ? check : `${sheet}, ${check.toLowerCase()}`;
  const mark = terminal.paint.out(colour, text.padEnd(8));
  terminal.out(
    wrapped(`${mark} ${sanitized(`${subject}: ${message}`)}`, terminal.width, '         '),
  );
}

function closingLine(findings: readonly Finding[]): string {
  const isTrouble = ({ state }: Finding) => state !== 'ok' && state !== 'unknown';
  const all = findings.filter(isTrouble).length;
  if (all === 0) return 'No problem was found.';
  return all === 1 ? '1 line above needs attention.' : `${all} lines above need attention.`;
}

const help = `
Checks the settings, the proxy, the certificates, the host name, the service,
the token and the clock, then each sheet. Sends one request, which changes
nothing: rwa_retrieve for an assessment that does not exist.

The exit code is 0 if nothing stops a run, 5 for a problem, 75 if only the
service is away, and 7 if only another run is using a sheet.

Examples:
  rwa doctor
  rwa doctor hires.xlsx trips.xlsx --token-file token
  rwa doctor hires.xlsx --json`;
