import { type Connection, readConnection } from '../../http/connection.js';
import { CommandError } from '../output/commandError.js';
import type { Terminal } from '../output/terminal.js';
import { inWords } from '../wording/wording.js';

/** The service of a server or a worker. */
export interface ServiceFlags {
  baseUrl?: string;
  tokenFile?: string;
}

/** True where a service is set, by an option or the environment. */
export function hasService({ baseUrl = process.env.RWA_BASE_URL }: ServiceFlags): boolean {
  return (baseUrl ?? '') !== '';
}

/** Reads the connection; warnings go to the terminal. */
export function readService(flags: ServiceFlags, terminal: Terminal): Promise<Connection> {
  const { baseUrl, tokenFile } = flags;
  return readConnection({
    ...{ baseUrl, tokenFile },
    warn: (said) => {
      terminal.err(`rwa: ${inWords(said)}`);
    },
  });
}

/** For several machines, which cannot share a sandbox that is within one of them. */
export function noService(): CommandError {
  return new CommandError(
    'With a database, the service must be set: the embedded sandbox is within one process, and several cannot share it. Add --base-url and --token-file, or set RWA_BASE_URL and RWA_TOKEN. To rehearse, run rwa sandbox on one machine, and use its address.',
  );
}
