import type { Command } from 'commander';
import { startSandbox } from '../../sandbox/sandbox.js';
import { SandboxError } from '../../sandbox/sandboxError.js';
import { type ExitCode, exitCodes, UsageError } from '../output/errors.js';
import type { Terminal } from '../output/terminal.js';
import { duration, wholeNumber } from './options.js';

interface SandboxFlags {
  port: number;
  readyAfter: number;
  latency: number;
  data?: string;
  seed: number;
  json?: boolean;
}

/** `rwa sandbox`: the service, run locally, until Ctrl+C. */
export function addSandbox(program: Command, terminal: Terminal, end: (code: ExitCode) => void) {
  program
    .command('sandbox')
    .description('run the service locally, with invented scores, to try and to test')
    .option('--port <port>', '0 picks a free one', wholeNumber(0), 4010)
    .option('--ready-after <time>', 'how long results take', duration, 2_000)
    .option('--latency <time>', 'added to every answer', duration, 0)
    .option('--data <file>', 'keep everything in this SQLite file (default: in memory)')
    .option('--seed <n>', 'other invented scores', wholeNumber(0), 1)
    .option('--json', 'say where it is as one JSON line')
    .action(async (flags: SandboxFlags) => {
      const sandbox = await startSandbox({
        port: flags.port,
        readyAfterMs: flags.readyAfter,
        latencyMs: flags.latency,
        seed: flags.seed,
        ...(flags.data === undefined ? {} : { dataFile: flags.data }),
      }).catch((error: unknown) => {
        if (error instanceof SandboxError) throw new UsageError(error.message);
        throw error;
      });
      const { baseUrl, tokens, controlUrl } = sandbox;
      if (flags.json === true) {
        terminal.out(JSON.stringify({ baseUrl, tokens, controlUrl }));
      } else {
        terminal.out(
          [
            'The sandbox is running. Its scores are invented.',
            `  Base URL:  ${baseUrl}`,
            `  Tokens:    ${tokens.join(', ')} (two companies)`,
            `  Control:   ${controlUrl}`,
            '',
            'To use it from another terminal:',
            `  export RWA_BASE_URL=${baseUrl} RWA_TOKEN=${tokens[0] ?? ''}`,
            '  rwa assess FILE',
            '',
            'Ctrl+C ends it.',
          ].join('\n'),
        );
      }
      await new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
          process.once(signal, () => {
            resolve();
          });
        }
      });
      await sandbox.close();
      end(exitCodes.done);
    });
}
