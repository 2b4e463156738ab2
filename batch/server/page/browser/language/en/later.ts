import { people } from './people.js';
import { members } from './members.js';
import { log } from './log.js';
import { operations } from './operations.js';
import { settings } from './settings.js';
import { profile } from './profile.js';
import { reassess } from './reassess.js';

/** The English texts of the screens in the later script. */
export const laterTexts = {
  people,
  members,
  log,
  operations,
  settings,
  profile,
  reassess,
} as const;
