import type { WorkMessages } from '../../engine/run/runMessages.js';
import { notRecordedText, createWorkWording } from '../../wording/work.js';
import type { Wordings } from '../../wording/wordings.js';
import { advice } from './advice.js';
import { resolveCommand } from './resolveCommand.js';

export const workWording: Wordings<WorkMessages> = {
  ...createWorkWording(advice),
  rowNotRecorded: ({ operation, ...outcome }) =>
    notRecordedText(
      outcome,
      `${resolveCommand(operation)} ${'id' in outcome.became ? 'will' : 'may'} ask for it`,
    ),
};
