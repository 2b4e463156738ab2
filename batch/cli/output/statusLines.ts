import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { operationWords } from '../operations/operations.js';
import type { Counts } from '../../engine/run/events.js';
import type { RowStatus, SuccessStatus } from '../../engine/sheetCommand.js';

interface Words {
  readonly before: string;
  readonly after: string;
}

const openWords: Readonly<Record<'Not sent' | 'Pending', Words>> = {
  'Not sent': { before: 'to send', after: 'not sent' },
  Pending: { before: 'waiting for their results', after: 'pending: the result is not ready yet' },
};
const troubleWords: Readonly<
  Record<Exclude<RowStatus, SuccessStatus | keyof typeof openWords>, Words>
> = {
  Unconfirmed: {
    before: 'unconfirmed: run rwa resolve',
    after: 'unconfirmed: sent, but without a usable answer',
  },
  Rejected: { before: 'already rejected by the service', after: 'rejected by the service' },
  Invalid: { before: 'invalid, will not be sent', after: 'invalid' },
  Forgotten: {
    before: 'forgotten, will not be sent again',
    after: 'forgotten, not sent again: delete from the sheet',
  },
  Duplicate: {
    before: 'duplicates of other rows, will not be sent',
    after: 'duplicates of other rows, not sent',
  },
};

/** Formats `, 6 of them hidden`. */
export function hiddenPhrase(hidden: number, rows: number): string {
  if (hidden === 0) return '';
  if (hidden < rows) return `, ${hidden.toLocaleString('en')} of them hidden`;
  return rows === 1 ? ', hidden' : ', all of them hidden';
}

interface SpecialCounts {
  readonly hidden?: number | undefined;
  readonly doneBefore?: number;
  readonly rejectedToSend?: number | undefined;
  /** Pending rows whose result belongs to another request. */
  readonly mismatched?: number;
}

export function countLines(
  counts: Counts,
  when: 'before' | 'after',
  {
    command,
    successStatus,
    repeatable,
  }: Pick<SheetOperation, 'command' | 'successStatus' | 'repeatable'>,
  { hidden = 0, doneBefore = 0, rejectedToSend = 0, mismatched = 0 }: SpecialCounts = {},
): string[] {
  const { infinitive } = operationWords[command];
  const word = successStatus.toLowerCase();
  const doneWords = { [successStatus]: { before: `already ${word}`, after: word } };
  const statusWords: Partial<Record<RowStatus, Words>> = {
    ...openWords,
    ...doneWords,
    ...troubleWords,
  };
  return (Object.keys(statusWords) as RowStatus[]).flatMap((status) => {
    const number = counts[status] ?? 0;
    if (status === successStatus && doneBefore > 0) {
      const doneNow = number - doneBefore;
      const lines = doneNow === 0 ? [] : [countLine(doneNow, word)];
      return [...lines, countLine(doneBefore, `${word} before this run`)];
    }
    if (number === 0) return [];
    const isToDo = status === 'Not sent' && when === 'before';
    const isSentAgain = status === 'Unconfirmed' && when === 'before' && repeatable;
    const usual = isSentAgain ? 'unconfirmed, will be sent again' : statusWords[status]?.[when];
    const words = isToDo ? `${infinitive}${hiddenPhrase(hidden, number)}` : (usual ?? '');
    if (status === 'Rejected' && rejectedToSend > 0) {
      const notToSend = number - rejectedToSend;
      return [
        ...(notToSend > 0 ? [countLine(notToSend, words)] : []),
        countLine(rejectedToSend, 'rejected by the service, will be sent again'),
      ];
    }
    if (status === 'Pending' && mismatched > 0) {
      const notReady = number - mismatched;
      return [
        ...(notReady > 0 ? [countLine(notReady, words)] : []),
        countLine(mismatched, 'with the Assessment ID of another request'),
      ];
    }
    const singular =
      number === 1 ? words.replace('duplicates of other rows', 'duplicate of another row') : words;
    return countLine(
      number,
      singular.replace('their results', number === 1 ? 'its result' : 'their results'),
    );
  });
}

function countLine(number: number, words: string): string {
  return `  ${number.toLocaleString('en').padStart(7)} ${words}`;
}
