import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Connection } from '../../http/connection.js';
import { toErrorMessage } from '../../engine/errors.js';
import type { Session } from '../commands/session.js';
import { CommandError } from '../output/commandError.js';
import { refuseOtherCompany } from './companyMark.js';
import { createContext, type McpContext } from './context.js';
import { readHttpToken, serveHttp } from './httpServer.js';
import { createMcpServer } from './server.js';
import { SheetFolders } from './sheetFolders.js';

export interface McpSettings {
  readonly connection: Connection;
  readonly session: Session;
  /** The server creates this folder if it does not exist. */
  readonly folder: string;
  readonly allowed: readonly string[];
  /** Without a port, the server uses standard input and output. */
  readonly port: number | undefined;
  /** When this settles, the server finishes the rows in flight and ends. */
  readonly ended: Promise<unknown>;
}

export async function serveMcp(settings: McpSettings): Promise<void> {
  const { session, folder, allowed, port, ended } = settings;
  createFolder(folder);
  const folders = new SheetFolders(folder, allowed);
  await refuseOtherCompany(folders.own, settings.connection);
  if (port === undefined) {
    const context = createContext(settings, folders, []);
    await removeUnsent(context);
    await serveStdio(context, ended);
    return;
  }
  const { path, token } = await readHttpToken(folders.own);
  const context = createContext(settings, folders, [token]);
  await removeUnsent(context);
  const server = await serveHttp(context, { port, token });
  session.terminal.out(`The server is ready.\n  URL:    ${server.url}\n  Token:  in ${path}`);
  await ended;
  await shutDown(context, server);
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandError(
      `The folder ${folder} cannot be created: ${toErrorMessage(error)}. Name another one with --folder.`,
    );
  }
}

/**
 * Ignores errors, because each call for an assessment or an invitation does the same and reports
 * them.
 */
async function removeUnsent({ assessments, invitations }: McpContext): Promise<void> {
  await Promise.allSettled([assessments, invitations].map((sheet) => sheet.removeUnsent()));
}

async function serveStdio(context: McpContext, ended: Promise<unknown>): Promise<void> {
  const server = createMcpServer(context);
  const closed = once(process.stdin, 'end');
  await server.connect(new StdioServerTransport());
  await Promise.race([closed, ended]);
  await shutDown(context, server);
}

/** Closes the runs and the server at the same time, so that no call can begin another run. */
async function shutDown(
  { runs }: McpContext,
  server: { readonly close: () => Promise<void> },
): Promise<void> {
  await Promise.all([runs.close(), server.close()]);
}
