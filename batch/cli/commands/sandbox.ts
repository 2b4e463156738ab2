import { once } from 'node:events';
import type { Command } from 'commander';
import { SandboxError } from '../../../sandbox/sandboxError.js';
import { exitCodes } from '../output/exitCodes.js';
import { createDurationOption, createWholeNumberParser } from './options.js';
import type { Session } from './session.js';
import { CommandError } from '../output/commandError.js';

interface SandboxFlags {
  port: number;
  readyAfter: number;
  latency: number;
  data?: string;
  seed: number;
  json?: boolean;
}

export function addSandbox(
  command: Command,
  { terminal, interruption, setExitCode }: Session,
): void {
  command
    .option(
      '--port <port>',
      'port to listen on; 0 picks a free one',
      createWholeNumberParser(0, 65_535),
      4010,
    )
    .addOption(createDurationOption('--ready-after <time>', 'time until a result is ready', '2s'))
    .addOption(createDurationOption('--latency <time>', 'minimum time of every answer', '0ms'))
    .option(
      '--data <file>',
      'store everything except fault rules in this SQLite file (default: in memory)',
    )
    .option('--seed <n>', 'number that varies the made-up scores', createWholeNumberParser(0), 1)
    .option('--json', 'print its addresses and tokens as one line of JSON')
    .action(async (flags: SandboxFlags) => {
      const { startSandbox } = await import('../../../sandbox/sandbox.js');
      const sandbox = await startSandbox({
        port: flags.port,
        readyAfterMs: flags.readyAfter,
        latencyMs: flags.latency,
        seed: flags.seed,
        ...(flags.data === undefined ? {} : { dataFile: flags.data }),
      }).catch((error: unknown) => {
        if (error instanceof SandboxError) throw new CommandError(error.message);
        throw error;
      });
      // Handle signals before anything is printed: a reader of the output may stop the sandbox at
      // once.
      const signal = interruption.begin({
        finishing: 'Stopping the sandbox.',
        stopped: () => 'Stopped.',
      });
      const stopRequest = once(signal, 'abort');
      const { baseUrl, tokens, controlUrl } = sandbox;
      if (flags.json === true) {
        terminal.out(JSON.stringify({ baseUrl, tokens, controlUrl }));
      } else {
        terminal.out(
          [
            'The sandbox is running. Its scores are made up.',
            `  Base URL:  ${baseUrl}`,
            `  Tokens:    ${tokens.join(', ')} (two companies)`,
            `  Control:   ${controlUrl}`,
            '',
            'To use it from another terminal:',
            `  echo ${tokens[0] ?? ''} > sandbox-token`,
            '  chmod 600 sandbox-token',
            `  rwa assess FILE --base-url ${baseUrl} --token-file sandbox-token`,
            '',
            'Press Ctrl+C to stop the sandbox.',
          ].join('\n'),
        );
      }
      await stopRequest;
      await sandbox.close();
      setExitCode(exitCodes.done);
    });
}
