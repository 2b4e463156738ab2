import type { WritingMessages } from '../../engine/run/saidOfWriting.js';
import { capital, firstRows } from '../../engine/wording/words.js';
import type { WordingOf } from './wordingOf.js';

/** What is said of the write-back. */
export const writingWording: WordingOf<WritingMessages> = {
  resultsInJournal({ isStopped }) {
    // A run that stopped because of its journal has said already what the journal lacks.
    return isStopped
      ? 'The same command writes the results that the journal holds.'
      : 'Nothing is lost: the journal holds every result, and the same command writes them.';
  },
  resultsBeside({ reason, file }) {
    return `${reason} The results are in ${file} beside it until then; do not work on in that file.`;
  },
  sheetChanged({ sheet }) {
    return `${sheet} was changed while the run went on, so it was left alone and the results are in another file beside it. To get them into ${sheet} itself, run the same command again; do not work on in the other file.`;
  },
  resultsDoNotFit({ sheet }) {
    return `${sheet} was changed while the run went on, and the results do not fit it any more:`;
  },
  sentRowsNotInSheet({ rows, journal }) {
    const [were, them] = rows.length === 1 ? ['was', 'it'] : ['were', 'them'];
    const list = capital(firstRows(rows));
    return `${list}, as the sheet was read, ${were} sent and then removed or edited. What became of ${them} stands only in the journal ${journal}. Put ${them} back with the same inputs, and the same command writes it into the sheet.`;
  },
  oldCopiesStay({ files }) {
    return `--keep-backups could not delete ${files.join(', ')}; delete them by hand.`;
  },
};
