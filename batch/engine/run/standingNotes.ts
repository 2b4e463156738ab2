import type { PreviousResults } from '../intake/intakeRow.js';
import { messageHash } from '../intake/messageHash.js';
import type { HashOf } from '../intake/rowKey.js';
import type { Message, Wording } from '../message.js';
import { says } from '../rows/shownStatus.js';

const note: Message = { code: 'employeeUnanswered' };

/** Recognises why rows were not sent by an earlier run: that stays until they are sent, whatever a run does. */
export class StandingNotes {
  readonly #wording: Wording;
  readonly #hashOf: HashOf;
  #hash: string | undefined;

  /** With how the messages of the rows are hashed. */
  constructor(wording: Wording, hashOf: HashOf) {
    this.#wording = wording;
    this.#hashOf = hashOf;
  }

  /** The note of a row that is still not sent. */
  of(previous: PreviousResults | undefined): Message | undefined {
    return says(previous, 'Not sent') && this.isShown(previous) ? note : undefined;
  }

  /** True for a row with the message that another row of its employee has no answer, whatever its status. */
  isShown(previous: PreviousResults | undefined): boolean {
    if (previous?.message === undefined) return false;
    // Needed only where a row has a message.
    this.#hash ??= messageHash(this.#wording(note), this.#hashOf);
    return previous.message === this.#hash;
  }
}
