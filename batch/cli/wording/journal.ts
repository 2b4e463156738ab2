import type { JournalMessages } from '../../engine/journal/said.js';
import type { WordingOf } from './wordingOf.js';

/** What is said of journals. */
export const journalWording: WordingOf<JournalMessages> = {
  namedJournalIsNew({ sheet, journal, rows, firstRow }) {
    const shown =
      rows === 1
        ? `row ${firstRow} shows a result`
        : `${rows} rows show results, row ${firstRow} first`;
    return [
      `In ${sheet}, ${shown} of a run with another journal: ${journal} is new and knows nothing of it.`,
      'Give --journal the file that these runs used.',
      'If it is lost: look up in the service which of the rows without a result exist there, type their ids into the sheet, and run the same command without --journal.',
    ];
  },
};
