import { sheetWords } from '../../../sheets/words.js';
import { sanitize } from '../../../src/sanitized.js';
import type { WritingMessages } from '../../engine/run/runMessages.js';
import { capitalize, listFirstRows } from '../../wording/words.js';
import type { Wordings } from '../../wording/wordings.js';

export const writingWording: Wordings<WritingMessages> = {
  resultsInJournal({ isStopped }) {
    // The journal of a stopped run may lack results.
    return isStopped
      ? 'To write the results that the journal contains, run the same command again.'
      : 'Nothing is lost: the journal contains every result. To write them, run the same command again.';
  },
  resultsBeside({ reason, file }) {
    return `${sanitize(sheetWords(reason))} Until the sheet can be written, the results are in ${file} beside it; do not edit that file. To write them into the sheet, run the same command again.`;
  },
  sheetChanged({ sheet, output }) {
    if (output !== undefined) {
      return `${sheet} was edited during the run. ${output} contains the edits and the results.`;
    }
    return `${sheet} was edited during the run, so it was not overwritten; the results are in another file beside it. To write them into ${sheet}, run the same command again; do not edit the other file.`;
  },
  resultsDoNotFit({ sheet }) {
    return `${sheet} was edited during the run, and the results no longer fit it:`;
  },
  sentRowsNotInSheet({ rows, journal }) {
    const [were, their, row] =
      rows.length === 1 ? ['was', 'Its', 'row'] : ['were', 'Their', 'rows'];
    const list = capitalize(listFirstRows(rows));
    return `${list} (as numbered when the sheet was read) ${were} sent and then removed or edited. ${their} status and results are only in the journal ${journal}. To get them into the sheet, restore the ${row} with the same inputs and run the same command again.`;
  },
  oldCopiesStay({ files }) {
    return `--keep-backups could not delete ${files.join(', ')}; delete them by hand.`;
  },
};
