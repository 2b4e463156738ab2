import { InvalidArgumentError, Option } from 'commander';
import type { KeptCopies } from '../../../sheets/files/oldCopies.js';

const dayMs = 24 * 3_600_000;

/** `--keep-backups N|90d`, of the commands that make backups. Without it nothing is deleted. */
export function keepBackupsOption(): Option {
  return new Option(
    '--keep-backups <n or days>',
    'then delete all backups and results beside the sheet but the newest, such as 10 or 90d',
  ).argParser(keptCopies);
}

function keptCopies(text: string): KeptCopies {
  const [, amount, days] = /^(\d{1,5})(d?)$/.exec(text.trim()) ?? [];
  if (!(Number(amount) >= 1)) {
    throw new InvalidArgumentError(
      'It must be how many to keep, such as 10, or for how many days, such as 90d; 1 or more.',
    );
  }
  return days === 'd' ? { youngerThanMs: Number(amount) * dayMs } : { newest: Number(amount) };
}
