import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { MigrationResult } from '../../server/migrateTables.js';
import { CommandError } from '../output/commandError.js';
import { exitCodes } from '../output/exitCodes.js';
import { findDatabase, type ServeFlags } from './serveFlags.js';
import type { Session } from './session.js';
import { toCommandErrors } from './toCommandErrors.js';

export function addMigrate(serve: Command, session: Session): void {
  serve
    .command('migrate')
    .description('create or update the tables of a data folder or database, as a start does')
    .usage('[--data <folder> | --database-file <file>] [--json]')
    .addHelpText('after', help)
    .showHelpAfterError('(rwa serve --help lists the options)')
    .action((_flags: ServeFlags, command: Command) =>
      toCommandErrors(migrate(command.optsWithGlobals<ServeFlags>(), session)),
    );
}

async function migrate(flags: ServeFlags, { terminal, setExitCode }: Session): Promise<void> {
  const { data, json = false } = flags;
  const database = await findDatabase(flags, terminal);
  const { migrateDatabase, migrateFolder } = await import('../../server/migrateTables.js');
  const folder = resolve(data ?? 'rwa-data');
  // Do not create a missing default folder: the server probably uses another folder.
  if (database === undefined && data === undefined && !existsSync(folder)) {
    throw new CommandError(
      `There is no data folder ${folder}. Name it with --data, or the database with --database-file.`,
    );
  }
  const migrated = await (database === undefined
    ? migrateFolder(folder)
    : migrateDatabase(database));
  terminal.out(
    json ? JSON.stringify(migrated) : formatSummary(migrated, database?.shown ?? folder),
  );
  setExitCode(exitCodes.done);
}

function formatSummary({ from, to }: MigrationResult, place: string): string {
  if (from === to) return `The tables in ${place} have version ${to} already.`;
  if (from === 0) return `The tables in ${place} were created, with version ${to}.`;
  return `The tables in ${place} were updated from version ${from} to version ${to}.`;
}

const help = `
Every start does the same. Run this if an update should happen at a time that
you choose, or to see that it works. First make a backup, and stop all
processes.

Examples:
  rwa serve migrate --data /var/lib/rwa
  rwa serve migrate --database-file url.txt --json`;
