import type { Command } from 'commander';
import { type Connection, readConnection } from '../../http/connection.js';
import { CommandError } from '../output/commandError.js';
import type { Terminal } from '../output/terminal.js';
import { inWords } from '../wording/wording.js';

export interface ServiceFlags {
  baseUrl?: string;
  tokenFile?: string;
}

export function addServiceOptions(command: Command): Command {
  return command
    .option('--base-url <url>', 'base URL of the service (default: RWA_BASE_URL)')
    .option('--token-file <file>', 'file with the company token (default: RWA_TOKEN)');
}

export function hasService({ baseUrl = process.env.RWA_BASE_URL }: ServiceFlags): boolean {
  return (baseUrl ?? '') !== '';
}

export function readService(flags: ServiceFlags, terminal: Terminal): Promise<Connection> {
  const { baseUrl, tokenFile } = flags;
  return readConnection({
    baseUrl,
    tokenFile,
    warn: (message) => {
      terminal.err(`rwa: ${inWords(message)}`);
    },
  });
}

export function createNoServiceError(): CommandError {
  return new CommandError(
    'With a database, the service must be set: the embedded sandbox runs within one process, and several processes cannot share it. Add --base-url and --token-file, or set RWA_BASE_URL and RWA_TOKEN. To rehearse, run rwa sandbox on one machine, and use its address.',
  );
}
