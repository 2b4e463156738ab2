import { InvalidArgumentError, Option } from 'commander';
import type { KeptCopies } from '../../engine/files/keptCopies.js';
import { parseAge } from './options.js';

export function createKeepBackupsOption(): Option {
  return new Option(
    '--keep-backups <n or age>',
    'delete old backups and results files: keep the newest, such as 10 of each, or those younger than 90d or 12w',
  ).argParser(parseKeptCopies);
}

function parseKeptCopies(typed: string): KeptCopies {
  const text = typed.trim();
  const amount = Number.parseFloat(text);
  if (!/^\d{1,5}[dw]?$/.test(text) || amount < 1) {
    throw new InvalidArgumentError(
      'It must be a number of backups to keep, such as 10, or an age, such as 90d or 12w; at least 1.',
    );
  }
  return /\d$/.test(text) ? { newest: amount } : { youngerThanMs: parseAge(text) };
}
