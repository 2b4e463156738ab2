import { InvalidArgumentError, Option } from 'commander';
import type { KeptCopies } from '../../../sheets/oldCopies.js';

const dayMs = 24 * 3_600_000;
const unitMs: Readonly<Record<string, number>> = { d: dayMs, w: 7 * dayMs };

/** `--keep-backups N|90d|12w`, of the commands that make backups. Without it nothing is deleted. */
export function keepBackupsOption(): Option {
  return new Option(
    '--keep-backups <n or time>',
    'keep the newest 10 backups and 10 results files, or those of 90d or 12w; delete older ones',
  ).argParser(keptCopies);
}

function keptCopies(text: string): KeptCopies {
  const [, amount, unit = ''] = /^(\d{1,5})([dw]?)$/.exec(text.trim()) ?? [];
  if (!(Number(amount) >= 1)) {
    throw new InvalidArgumentError(
      'It must be how many to keep, such as 10, or for how long, such as 90d or 12w; 1 or more.',
    );
  }
  const ofUnit = unitMs[unit];
  return ofUnit === undefined
    ? { newest: Number(amount) }
    : { youngerThanMs: Number(amount) * ofUnit };
}
