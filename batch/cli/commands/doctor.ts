import { dirname } from 'node:path';
import { Command, Option } from 'commander';
import { checkAuthorities, checkVersions } from '../../doctor/checkMachine.js';
import {
  mergeOptions,
  toOptionWords,
  type OptionValues,
  resolveFrom,
} from '../config/optionValues.js';
import { readRunConfig } from '../config/runConfig.js';
import type { ServiceCheckOptions } from '../../doctor/checkService.js';
import { checkSettings } from '../doctor/checkSettings.js';
import {
  checkLog,
  checkSheet,
  type SheetService,
  type SheetSettings,
} from '../doctor/checkSheet.js';
import { type PrintedFinding, printFindings } from '../doctor/printFindings.js';
import { CommandError } from '../output/commandError.js';
import { wordFinding } from '../wording/findings.js';
import { readConfiguredService } from './configuredService.js';
import {
  addJournalOptions,
  addOperationOption,
  addSheetOptions,
  createDurationOption,
} from './options.js';
import { addServiceOptions, type ServiceFlags } from './serviceOptions.js';
import { checking } from './runStages.js';
import type { Session } from './session.js';

interface DoctorFlags extends SheetSettings, ServiceFlags {
  config?: string;
  json?: boolean;
  requestTimeout: number;
}

export function addDoctor(command: Command, session: Session): void {
  const { terminal, interruption, setExitCode } = session;
  const { options: serviceOptions } = addServiceOptions(createSheetSettingsParser());
  addServiceOptions(
    command
      .argument('[files...]', 'sheets to check, with their journals, locks and folders')
      .addOption(
        new Option(
          '--config <file>',
          'check each company and sheet of this configuration',
        ).conflicts(serviceOptions.map((option) => option.attributeName())),
      )
      .option('--json', 'print one JSON object per line')
      .addOption(
        createDurationOption(
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
      const signal = interruption.begin(checking);
      setExitCode(await printFindings(runChecks(files, flags, signal), terminal, flags));
    });
}

async function* runChecks(
  files: readonly string[],
  flags: DoctorFlags,
  signal: AbortSignal,
): AsyncGenerator<PrintedFinding> {
  yield wordFinding(checkVersions());
  yield wordFinding(checkAuthorities());
  const { requestTimeout: requestTimeoutMs, baseUrl, tokenFile, sandbox, config } = flags;
  if (config !== undefined) {
    if (files.length > 0) {
      throw new CommandError('--config names the sheets. Leave out the files, or --config.');
    }
    yield* checkConfig(config, { requestTimeoutMs, signal });
    return;
  }
  const options = { requestTimeoutMs, signal };
  // With --sandbox, there is no service to check: the sandbox runs only during a command that sends.
  const connection =
    sandbox === true ? undefined : yield* checkSettings({ baseUrl, tokenFile }, options);
  const service: SheetService = { url: readConfiguredService(baseUrl), connection };
  for (const file of files) {
    if (signal.aborted) return;
    yield* checkSheet(file, flags, service, options);
  }
}

async function* checkConfig(
  path: string,
  options: ServiceCheckOptions,
): AsyncGenerator<PrintedFinding> {
  const { companies, options: general } = await readRunConfig(path);
  const folder = dirname(path);
  for (const { name: company, baseUrl, tokenFile, sheets, options: companyOptions } of companies) {
    const settings = { baseUrl, tokenFile: resolveFrom(folder, tokenFile) };
    const connection = yield* nameCompany(company, checkSettings(settings, options));
    const service: SheetService = { url: readConfiguredService(baseUrl), connection };
    const logs = sheets.map(({ options: own }) => mergeOptions(general, companyOptions, own).log);
    for (const log of new Set(logs)) {
      if (typeof log === 'string') yield { company, ...(await checkLog(resolveFrom(folder, log))) };
    }
    for (const { file, options: own } of sheets) {
      if (options.signal.aborted) return;
      const sheetSettings = toSheetSettings(mergeOptions(general, companyOptions, own), folder);
      const path = resolveFrom(folder, file);
      yield* nameCompany(company, checkSheet(path, sheetSettings, service, options));
    }
  }
}

async function* nameCompany<Result>(
  company: string,
  findings: AsyncGenerator<PrintedFinding, Result>,
): AsyncGenerator<PrintedFinding, Result> {
  for (;;) {
    const { done, value } = await findings.next();
    if (done === true) return value;
    yield { company, ...value };
  }
}

function toSheetSettings(values: OptionValues, folder: string): SheetSettings {
  const parser = createSheetSettingsParser();
  return parser.parse(toOptionWords(parser.options, values, folder), { from: 'user' }).opts();
}

function createSheetSettingsParser(): Command {
  return addSheetOptions(addOperationOption(addJournalOptions(new Command())));
}

const help = `
Checks the settings, the proxy, the certificates, the host name, the service,
the token and the clock, then each sheet.

Changes nothing. To find out which operations accept the token, it asks each
service for something that does not exist: rwa_retrieve and rwa_update for an
assessment, and in the test environment remove_user_access for a person. Not
checked: rwa_create and create_pending_user, because only a request that could
have an effect would show whether the token is accepted. For a sheet with a
journal, it asks rwa_retrieve for the newest assessment, which a token of
another company does not find.

The exit code is 0 if nothing stops a run, 5 for a problem, 75 if only the
service is unavailable, and 7 if only another run is using a sheet.

Examples:
  rwa doctor
  rwa doctor hires.xlsx trips.xlsx --token-file token
  rwa doctor hires.xlsx --json
  rwa doctor --config /etc/rwa/rwa.config.json`;
