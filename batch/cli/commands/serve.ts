import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readConnection } from '../../http/connection.js';
import { CommandError } from '../output/commandError.js';
import { exitCodes } from '../output/exitCodes.js';
import { inWords } from '../wording/wording.js';
import { wholeNumber } from './options.js';
import type { Session } from './session.js';

interface ServeFlags {
  port: number;
  host: string;
  tlsCert?: string;
  tlsKey?: string;
  behind?: string;
  openidIssuer?: string;
  openidClientId?: string;
  openidClientSecretFile?: string;
  openidScope?: string;
  openidRoleClaim?: string;
  openidRoles?: string;
  data: string;
  newLink?: boolean;
  sandbox?: boolean;
  baseUrl?: string;
  tokenFile?: string;
  json?: boolean;
}

/** `rwa serve`: the same in a browser, until Ctrl+C. */
export function addServe(command: Command, session: Session): void {
  command
    .option('--port <port>', 'port to listen on; 0 picks a free one', wholeNumber(0, 65_535), 4020)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--tls-cert <file>', 'certificate for https, in the PEM format, with its chain')
    .option('--tls-key <file>', 'its key')
    .option('--behind <url>', 'https address of the proxy that people open')
    .option('--openid-issuer <url>', 'OpenID provider to sign in with (default: RWA_OPENID_ISSUER)')
    .option('--openid-client-id <id>', 'its client ID (default: RWA_OPENID_CLIENT_ID)')
    .option(
      '--openid-client-secret-file <file>',
      'file with its client secret (default: RWA_OPENID_CLIENT_SECRET)',
    )
    .option('--openid-scope <scope>', 'what to ask it for (default: openid profile email)')
    .option('--openid-role-claim <claim>', 'claim with the groups of a person (default: groups)')
    .option('--openid-roles <list>', 'roles by group: "hr-admins=administrator,hr=editor"')
    .option('--data <folder>', 'folder with everything that the server keeps', 'rwa-data')
    .option(
      '--new-link',
      'print a link for the first administrator once more, to set a new password',
    )
    .option('--sandbox', 'use the embedded sandbox, even if a service is set; scores are made up')
    .option('--base-url <url>', 'base URL of the service (default: RWA_BASE_URL)')
    .option('--token-file <file>', 'file with the company token (default: RWA_TOKEN)')
    .option('--json', 'print its address and the link as one line of JSON')
    .action((flags: ServeFlags) => serve(flags, session));
}

async function serve(flags: ServeFlags, { terminal, interruption, end }: Session): Promise<void> {
  const { startServer, readOpenIdSettings, ServeError } = await import('../../server/start.js');
  const baseUrl = flags.baseUrl ?? process.env.RWA_BASE_URL ?? '';
  const isSandbox = flags.sandbox === true || baseUrl === '';
  const hasToken = flags.tokenFile !== undefined || (process.env.RWA_TOKEN ?? '') !== '';
  if (baseUrl === '' && hasToken && flags.sandbox !== true) {
    throw new CommandError(
      'There is a company token, but no service. Set RWA_BASE_URL or add --base-url, or add --sandbox to rehearse with made-up scores.',
    );
  }
  const connection = isSandbox
    ? undefined
    : await readConnection({
        ...{ baseUrl, tokenFile: flags.tokenFile },
        warn: (said) => {
          terminal.err(`rwa: ${inWords(said)}`);
        },
      });
  const folder = resolve(flags.data);
  const starting = async () =>
    startServer({
      ...{ folder, port: flags.port, connection, newLink: flags.newLink },
      ...{ host: flags.host, tlsCert: flags.tlsCert, tlsKey: flags.tlsKey, behind: flags.behind },
      openId: readOpenIdSettings(openIdOptions(flags), process.env),
    });
  const server = await starting().catch((error: unknown) => {
    if (error instanceof ServeError) throw new CommandError(error.message);
    throw error;
  });
  // Before anything is printed: whoever reads it may stop the server at once.
  const signal = interruption.begin({
    finishing:
      'Stopping. Rows that are in flight are finished; everything else goes on at the next start.',
    stopped: () => 'Stopped. Runs that were under way go on at the next start.',
  });
  const signalled = once(signal, 'abort');
  const { url, link } = server;
  if (flags.json === true) terminal.out(JSON.stringify({ url, link }));
  else terminal.out(greeting({ url, link, folder, isSandbox }));
  await signalled;
  await server.close();
  end(exitCodes.done);
}

function openIdOptions(flags: ServeFlags) {
  return {
    issuer: flags.openidIssuer,
    clientId: flags.openidClientId,
    clientSecretFile: flags.openidClientSecretFile,
    scope: flags.openidScope,
    roleClaim: flags.openidRoleClaim,
    roles: flags.openidRoles,
  };
}

function greeting({
  url,
  link,
  folder,
  isSandbox,
}: Record<'url' | 'link' | 'folder', string> & { isSandbox: boolean }): string {
  return [
    isSandbox
      ? 'The page is ready. It uses the embedded sandbox: all scores are made up.'
      : 'The page is ready.',
    `  Open:  ${link}`,
    `  Data:  ${folder}`,
    '',
    ...(link === url ? [] : ['The link signs in one person, once, within a day.']),
    'Press Ctrl+C to stop the server.',
  ].join('\n');
}
