import { toRanges } from '../../../sheets/numberRanges.js';
import { continuesToday, type Round } from '../../engine/journal/rounds.js';
import { commandLine } from '../output/commandLine.js';
import { toSendingFlags, type SendingOptions } from './options.js';

/** Returns true for an unfinished round that `rwa reassess` continues now. */
function isOpenRound(round: Round | undefined): round is Round {
  if (round === undefined || round.endedAt !== undefined) return false;
  return round.name !== undefined || continuesToday(round, Date.now());
}

export function findOpenRoundName(round: Round | undefined): string | undefined {
  return isOpenRound(round) ? round.name : undefined;
}

export function isOpenForAllRows(round: Round | undefined): boolean {
  return isOpenRound(round) && round.isPartial !== true;
}

/**
 * In an open round for all rows, the command has no `--rows`, so that it also sends rows that the
 * journal lacks after a crash. In any other round, `--rows` keeps it from sending other rows.
 */
export function suggestRoundCommand(
  file: string,
  rows: readonly number[],
  round: Round | undefined,
  options: SendingOptions,
): string {
  return commandLine(['reassess', file], {
    ...toSendingFlags(options),
    round: findOpenRoundName(round),
    ...(isOpenForAllRows(round) ? {} : { rows: formatRows(rows) }),
  });
}

function formatRows(rows: readonly number[]): string {
  const ranges = toRanges(rows);
  return ranges.map(({ first, last }) => (first === last ? first : `${first}-${last}`)).join();
}
