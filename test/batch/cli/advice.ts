import type { Messages } from '../../../batch/engine/message.js';
import type { SettingsMessages } from '../../../batch/http/settingsMessages.js';
import type { SheetStory } from './sheetStory.js';

export type Code = keyof Messages | keyof SettingsMessages;

/** Some advice in a message: how to cause the message, and how to follow the advice literally. */
export interface FollowedAdvice {
  /** The advice, without the parts that differ between messages. */
  readonly advice: string | RegExp;
  /** Causes the message in a row of the sheet or on the terminal. Skips the test where it cannot. */
  readonly occurs: (skip: (why: string) => never) => Promise<SheetStory>;
  readonly follow: (story: SheetStory) => Promise<unknown>;
  /** The people whose rows are sent by following the advice; default none. */
  readonly sends?: readonly string[];
  /** The number of requests; default one for each of these people. */
  readonly requests?: number;
}

export type AdviceByCode = Partial<Record<Code, readonly FollowedAdvice[]>>;
