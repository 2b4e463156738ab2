import type { Messages } from '../../../batch/engine/message.js';
import type { SettingsMessages } from '../../../batch/http/settingsMessages.js';
import type { Entry } from './sheets.js';
import type { SheetStory } from './sheetStory.js';

export type Code = keyof Messages | keyof SettingsMessages;

/** Advice in a message: how to cause the message, and how to follow the advice literally. */
export interface FollowedAdvice {
  /** The advice, without the parts that differ between messages. */
  readonly advice: string | RegExp;
  /**
   * Causes the message in a row of the sheet or on the terminal, or skips the test if this is not
   * possible here.
   */
  readonly causeMessage: (skip: (why: string) => never) => Promise<SheetStory>;
  readonly follow: (story: SheetStory) => Promise<unknown>;
  /** The people whose rows are sent by following the advice; by default nobody. */
  readonly sentPeople?: readonly string[];
  /** The number of requests; by default one for each of `sentPeople`. */
  readonly requests?: number;
}

export type AdviceByCode = Partial<Record<Code, readonly FollowedAdvice[]>>;

type Follow = FollowedAdvice['follow'];

export const writeThenRun = (row: number, cells: Entry, command = 'assess'): Follow => {
  return (story) => {
    story.write(row, cells);
    return story.run(command);
  };
};

/** Clears cells of a row, by default all results, and runs a command. */
export const clearThenRun = (row: number, headings?: string[], command = 'assess'): Follow => {
  return (story) => {
    story.clear(row, headings);
    return story.run(command);
  };
};

export const resolveThenRun = (command: string, ...options: string[]): Follow => {
  return async (story) => {
    await story.resolve(...options);
    return story.run(command);
  };
};
