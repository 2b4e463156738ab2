import type { RunMessages } from '../../engine/run/said.js';
import { count, firstRows } from '../../engine/wording/words.js';
import { commandLine } from '../output/commandLine.js';
import { operationWords } from './operations.js';
import type { WordingOf } from './wordingOf.js';

/** What the run says. */
export const runWording: WordingOf<RunMessages> = {
  rowsHeld({ rows, operation }) {
    const { each } = operationWords[operation];
    const [are, theirs, messages] =
      rows.length === 1
        ? ['is', 'its own', 'Its message says']
        : ['are', 'theirs', 'Their messages say'];
    return `${count(rows.length, 'row')} ${are} held (${firstRows(rows)}): an ${each} was made before that was never written to a sheet, and may be ${theirs}. ${messages} what to do.`;
  },
  assessmentsWithoutRow({ count: orphans }) {
    const [was, it] = orphans === 1 ? ['was', 'it'] : ['were', 'them'];
    return `${count(orphans, 'assessment')} ${was} created before and never written to a sheet, and no row of this one stands for ${it}: rwa history lists ${it}. If a row was corrected since, it would be assessed once more.`;
  },
  rowsNeverAssessed({ count: rows }) {
    const [were, are, them] = rows === 1 ? ['was', 'is', 'it'] : ['were', 'are', 'them'];
    return `${count(rows, 'row')} ${were} never assessed and ${are} left out. Run rwa assess for ${them}.`;
  },
  unconfirmedRowsMissing({ count: missing }) {
    const [rows, them] =
      missing === 1
        ? ['1 unconfirmed row was', 'it']
        : [`${missing} unconfirmed rows were`, 'them'];
    return `${rows} removed or edited. rwa resolve lists ${them}.`;
  },
  journalOlderThanSheet({ rows, operation, sheet }) {
    const isAssessed = operation === 'assess' || operation === 'reassess';
    const flags = { for: isAssessed ? undefined : operation, acceptSheet: true };
    const shows = rows.length === 1 ? 'shows a result' : 'show results';
    return [
      `The journal is older than the sheet: ${firstRows(rows)} ${shows} that it does not know. It may have been restored from a backup, and with it rows could be sent twice.`,
      'Put the newest journal back and run the same command again.',
      `If there is no newer one, or these results were copied from another sheet: look up in the service which of the rows without a result exist there, type their ids into the sheet, and then run: ${commandLine(['resolve', sheet], flags)}`,
    ];
  },
  otherJournalKnowsRows({ journals, wanted, isNamed }) {
    const [{ journal, rows, sheet, option } = { journal: '', rows: new Set<number>() }, ...others] =
      journals;
    if (others.length > 0) {
      const each = journals
        .map((one) => `${one.journal} knows ${firstRows([...one.rows])}`)
        .join(', ');
      return [
        `No journal knows all rows of this sheet that were sent: ${each}. With one of them alone rows would be sent again.`,
        'Put the rows back into the sheets that they were sent from, each with its own journal.',
      ];
    }
    const without = isNamed ? ' without --journal' : '';
    if (sheet !== undefined) {
      return [
        `The journal ${journal} knows ${firstRows([...rows])} of this sheet, and there is no ${sheet} any more: the sheet was renamed without its journal.`,
        `Rename the journal too, from ${journal} to ${wanted}, then run the same command again${without}. Rename other journals of ${sheet} in the same way.`,
      ];
    }
    return [
      `The journal ${journal} knows ${firstRows([...rows])} of this sheet: an earlier run has used it, and with another journal these rows would be sent again.`,
      option === undefined
        ? `Rename it to ${wanted}, then run the same command again${without}.`
        : `Run the same command again with --journal ${option}`,
    ];
  },
};
