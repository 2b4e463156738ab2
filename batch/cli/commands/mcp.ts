import { once } from 'node:events';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Command } from 'commander';
import { exitCodes } from '../output/exitCodes.js';
import type { Stage } from './interrupt.js';
import { collect, createWholeNumberParser } from './options.js';
import { addServiceOptions, readService, type ServiceFlags } from './serviceOptions.js';
import type { Session } from './session.js';

interface McpFlags extends ServiceFlags {
  allow?: readonly string[];
  folder?: string;
  http?: number;
}

export function addMcp(command: Command, session: Session): void {
  command
    .option(
      '--allow <folder>',
      'folder whose sheets may be used, without the folders in it; repeatable',
      collect,
    )
    .option(
      '--folder <folder>',
      `folder for single requests and their journals (default: "${defaultFolderText}")`,
    )
    .option(
      '--http <port>',
      'serve Streamable HTTP on this port of this machine instead of stdio; 0 picks a free one',
      createWholeNumberParser(0, 65_535),
    );
  addServiceOptions(command)
    .addHelpText('after', help)
    .action((flags: McpFlags) => serve(flags, session));
}

async function serve(flags: McpFlags, session: Session): Promise<void> {
  const { terminal, interruption, setExitCode } = session;
  const { folder = findStateFolder(), allow: allowed = [], http: port } = flags;
  const connection = await readService(flags, terminal);
  const { serveMcp } = await import('../mcp/serve.js');
  const ended = once(interruption.begin(stopping), 'abort');
  await serveMcp({ connection, session, folder, allowed, port, ended });
  setExitCode(exitCodes.done);
}

const stopping: Stage = {
  finishing: 'Stopping. Finishing the rows in flight.',
  stopped: () => 'Stopped at once. Rows that were in flight may be unconfirmed.',
};

const defaultFolderText =
  process.platform === 'win32' ? String.raw`%LOCALAPPDATA%\rwa\mcp` : '~/.local/state/rwa/mcp';

function findStateFolder(): string {
  const { LOCALAPPDATA = '', XDG_STATE_HOME = '' } = process.env;
  const [given, usual] =
    process.platform === 'win32'
      ? [LOCALAPPDATA, join('AppData', 'Local')]
      : [XDG_STATE_HOME, join('.local', 'state')];
  // An empty or relative path would name another folder for each working directory.
  const state = isAbsolute(given) ? given : join(homedir(), usual);
  return join(state, 'rwa', 'mcp');
}

const help = `
For AI assistants and agents. They plan first, and nothing is sent until a
person confirms the plan. No assessment is created twice, and no email address
is invited twice, because single requests are recorded in sheets and journals
in --folder.

Without --http, the client starts this command and talks to it over standard
input and output. With --http, clients need the token of this server, which is
in the file http-token in --folder.

Examples:
  rwa mcp --allow ~/HR --base-url URL --token-file FILE
  rwa mcp --allow ~/HR --http 4022`;
