import type { Command } from 'commander';
import { checkAuthorities, checkVersions } from '../../doctor/checkMachine.js';
import { checkSettings } from '../doctor/checkSettings.js';
import { checkSheet, type SheetSettings } from '../doctor/checkSheet.js';
import { type PrintedFinding, printFindings } from '../doctor/printFindings.js';
import { wordFinding } from '../wording/findings.js';
import { configuredService } from './configuredService.js';
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
      end(await printFindings(checks(files, flags, signal), terminal, flags));
    });
}

async function* checks(
  files: readonly string[],
  flags: DoctorFlags,
  signal: AbortSignal,
): AsyncGenerator<PrintedFinding> {
  yield wordFinding(checkVersions());
  yield wordFinding(checkAuthorities());
  const { requestTimeout: requestTimeoutMs, baseUrl, tokenFile, sandbox } = flags;
  // The sandbox of --sandbox runs only during a command.
  if (sandbox !== true) {
    yield* checkSettings({ baseUrl, tokenFile }, { requestTimeoutMs, signal });
  }
  for (const file of files) {
    if (signal.aborted) return;
    yield* checkSheet(file, flags, configuredService(flags.baseUrl));
  }
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
