import type { JournalWithRows, RunMessages } from '../../engine/run/runMessages.js';
import { capitalize, count, listFirstRows } from '../../wording/words.js';
import { operationWords } from '../operations/operations.js';
import { quoteForShell } from '../output/commandLine.js';
import { removedOnPurposeText, rowsInUseText, createRunWording } from '../../wording/run.js';
import { advice, typeIds } from './advice.js';
import { resolveCommand } from './resolveCommand.js';
import type { Wordings } from '../../wording/wordings.js';

export const runWording: Wordings<RunMessages> = {
  ...createRunWording({
    ...advice,
    rowNoun: (operation) => operationWords[operation].rowNoun,
    howToAssess: (them) => `Run rwa assess for ${them}.`,
    // After seven days, the same command would start another round.
    fetchAgain: (operation) =>
      `Run the same command again${operation === 'reassess' ? ' within seven days' : ''}.`,
    decideAgain:
      'Check each Decision and clear its Decision status, then run rwa decide to record it.',
    whereWhy: 'rwa status shows the reason',
    keepOne: 'stop and delete all but one of them',
    howToListUnconfirmed: (operation, them) => `${resolveCommand(operation)} lists ${them}.`,
  }),
  assessmentsWithoutRow({ count: orphans }) {
    const [verb, pronoun] = orphans === 1 ? ['was', 'it'] : ['were', 'them'];
    const [corrected, again] =
      orphans === 1
        ? ['If you have corrected the row that it was created for', 'that row']
        : ['If you have corrected the rows that they were created for', 'those rows'];
    return `${count(orphans, 'assessment')} ${verb} created before and never written to a sheet, and no row of this sheet matches ${pronoun}: rwa history lists ${pronoun}. ${corrected}, a run would assess ${again} a second time. Before you run, restore the old inputs, or type the Assessment ID into the row. ${removedOnPurposeText(orphans)}`;
  },
  journalOlderThanSheet({ rows, operation }) {
    const shows = rows.length === 1 ? 'shows a result' : 'show results';
    return [
      `The journal is older than the sheet: ${listFirstRows(rows)} ${shows} that it does not contain. It may have been restored from a backup, and with it rows could be sent twice.`,
      'Put the newest journal back and run the same command again.',
      `If there is no newer one, or these results were copied from another sheet: ${typeIds}, and then run ${resolveCommand(operation)} with --accept-sheet.`,
    ];
  },
  rowsInUse: (message) =>
    `${rowsInUseText(message)} Nothing was sent from this sheet. When that run has ended, run the same command again.`,
  rowsSentElsewhere({ rows, sheet, differentService, service }) {
    const [were, are, them] = rows.length === 1 ? ['was', 'is', 'it'] : ['were', 'are', 'them'];
    const known = `${capitalize(listFirstRows(rows))} ${were} sent from ${sheet} before`;
    return differentService === undefined
      ? `${known}, as its journal shows, and ${are} not sent again. To send ${them} again on purpose, add --send-known.`
      : `${known}, to ${differentService}, and ${are} not sent. If ${service} is another service, not the same one under another URL, add --other-service.`;
  },
  otherJournalKnowsRows({ journals, wanted, isNamed }) {
    const none: JournalWithRows = { journal: '', rows: new Set<number>() };
    const [{ journal, rows, sheet, option, differentService } = none, ...others] = journals;
    const ifOther =
      differentService === undefined
        ? []
        : [
            `That journal belongs to ${differentService}. Only if this command uses another service, not the same one under another URL: run it again with --other-service.`,
          ];
    if (others.length > 0) {
      const each = journals
        .map((one) => `${one.journal} contains ${listFirstRows([...one.rows])}`)
        .join(', ');
      return [
        `No single journal contains all rows of this sheet that were sent: ${each}. With only one of them, rows would be sent again.`,
        'Put the rows back into the sheets that they were sent from, each with its own journal.',
      ];
    }
    const without = isNamed ? ' without --journal' : '';
    if (sheet !== undefined) {
      return [
        `The journal ${journal} contains ${listFirstRows([...rows])} of this sheet, and ${sheet} no longer exists: the sheet was renamed without its journal.`,
        `Rename the journal too, from ${journal} to ${wanted}, then run the same command again${without}. Rename other journals of ${sheet} in the same way.`,
        ...ifOther,
      ];
    }
    return [
      `The journal ${journal} contains ${listFirstRows([...rows])} of this sheet: an earlier run used it, and with another journal ${rows.size === 1 ? 'this row' : 'these rows'} would be sent again.`,
      option === undefined
        ? `Rename it to ${wanted}, then run the same command again${without}.`
        : `Run the same command again with --journal ${quoteForShell(option)}`,
      ...ifOther,
    ];
  },
};
