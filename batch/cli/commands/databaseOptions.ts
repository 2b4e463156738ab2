import { type Command, InvalidArgumentError } from 'commander';
import { isOpenToOthers } from '../../http/connection.js';
import type { DatabaseUrl } from '../../server/db/databaseUrl.js';
import type { LimitSettings, SharedLimits } from '../../server/cluster/limits/sharedLimits.js';
import { readTextFile } from '../../http/readTextFile.js';
import { CommandError } from '../output/commandError.js';
import type { Terminal } from '../output/terminal.js';
import { createWholeNumberParser } from './options.js';

export interface DatabaseFlags {
  database?: string;
  databaseFile?: string;
}

export interface LimitFlags {
  /** Requests per second. */
  rate?: number | 'none';
  concurrency?: number;
}

export const urlFileHelp = 'file with this URL, so that nobody sees its password';

/** `instead` is added to the help, such as ", instead of --data". */
export function addDatabaseOptions(command: Command, instead = ''): Command {
  return command
    .option(
      '--database <url>',
      `Postgres that all machines share${instead}: postgres://USER@HOST/NAME (default: RWA_DATABASE_URL)`,
    )
    .option('--database-file <file>', urlFileHelp);
}

export function addLimitOptions(command: Command): Command {
  return command
    .option(
      '--rate <n/s>',
      'request rate of all processes together, such as 100/s, or none (stored in the database; none until it is set)',
      parsePerSecond,
    )
    .option(
      '--concurrency <n>',
      'concurrent requests of all processes together (stored in the database; 5 until it is set)',
      createWholeNumberParser(1, 10_000),
    );
}

export function readLimitSettings({ rate, concurrency }: LimitFlags): LimitSettings {
  return { perSecond: rate === 'none' ? null : rate, concurrency };
}

/**
 * Reads the options, or else RWA_DATABASE_URL. Warns if other users of the machine may read the
 * password.
 */
export async function readDatabase(
  { database, databaseFile }: DatabaseFlags,
  terminal: Terminal,
  names: { readonly url: string; readonly file: string } = {
    url: '--database',
    file: '--database-file',
  },
): Promise<DatabaseUrl | undefined> {
  if (database !== undefined && databaseFile !== undefined) {
    throw new CommandError(`Give either ${names.url} or ${names.file}.`);
  }
  const text =
    databaseFile === undefined
      ? (database ?? process.env.RWA_DATABASE_URL ?? '')
      : await readUrlFile(databaseFile);
  if (text === '') return undefined;
  const { readDatabaseUrl } = await import('../../server/db/databaseUrl.js');
  if (databaseFile !== undefined && (await isOpenToOthers(databaseFile))) {
    terminal.err(
      `rwa: Other users of this machine can read ${databaseFile}. Run chmod 600 on it. If somebody may have read it, change the password of the database.`,
    );
  }
  if (database !== undefined && hasPassword(database)) {
    terminal.err(
      `rwa: Other users of this machine can see the password in ${names.url}. Put the URL into a file and use ${names.file}, or set RWA_DATABASE_URL.`,
    );
  }
  return readDatabaseUrl(text);
}

async function readUrlFile(file: string): Promise<string> {
  const text = await readTextFile(file).catch((error: unknown) => {
    throw new CommandError(
      `The file with the URL of the database cannot be read: ${(error as Error).message}.`,
    );
  });
  if (text.trim() === '') {
    throw new CommandError(`${file} is empty. Put the URL of the database into it.`);
  }
  return text;
}

function hasPassword(url: string): boolean {
  return /^[^:]+:\/\/[^/@]*:[^/]*@|[?&]password=/i.test(url);
}

export function describeLimits({ perSecond: rate, concurrency }: SharedLimits): string {
  return `${rate === null ? 'no rate limit' : describeRate(rate)}, at most ${concurrency} requests at the same time, for all processes together`;
}

function describeRate(rate: number): string {
  // Prefer a unit with a whole number: 90 a minute reads better than 1.5 a second.
  const unit =
    units.find(({ seconds }) => Number.isInteger(Number((rate * seconds).toFixed(6)))) ??
    units.find(({ seconds }) => rate * seconds >= 1) ??
    units[2];
  const requests = Number((rate * unit.seconds).toFixed(3));
  return `${requests} ${requests === 1 ? 'request' : 'requests'} ${unit.name}`;
}

const units = [
  { name: 'a second', sign: 's', seconds: 1 },
  { name: 'a minute', sign: 'm', seconds: 60 },
  { name: 'an hour', sign: 'h', seconds: 3_600 },
] as const;

/**
 * Parses `none`, or a rate such as 100/s, 6000/m or 100 (a second). Returns requests per second.
 */
function parsePerSecond(text: string): number | 'none' {
  if (text.trim() === 'none') return 'none';
  const [, count, unit = 's'] = /^(\d{1,7}(?:\.\d+)?)(?:\/(s|m|h))?$/.exec(text.trim()) ?? [];
  const rate = Number(count) / (units.find(({ sign }) => sign === unit)?.seconds ?? Number.NaN);
  // This also refuses NaN.
  if (!(rate >= 1 / 3_600)) {
    throw new InvalidArgumentError(
      'It must be none, or a rate of at least 1/h, such as 100/s or 600/m.',
    );
  }
  return rate;
}
