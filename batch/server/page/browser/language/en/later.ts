import { fields } from './fields.js';
import { scores } from './scores.js';
import { decisions } from './decisions.js';
import { oneSheet } from './oneSheet.js';
import { match } from './match.js';
import { check } from './check.js';
import { rowProblems } from './rowProblems.js';
import { start } from './start.js';
import { watch } from './watch.js';
import { results } from './results.js';
import { filters } from './filters.js';
import { row } from './row.js';
import { decide } from './decide.js';
import { people } from './people.js';
import { members } from './members.js';
import { log } from './log.js';
import { operations } from './operations.js';
import { settings } from './settings.js';
import { profile } from './profile.js';
import { reassess } from './reassess.js';

export const laterTexts = {
  fields,
  scores,
  decisions,
  oneSheet,
  match,
  check,
  rowProblems,
  start,
  watch,
  results,
  filters,
  row,
  decide,
  people,
  members,
  log,
  operations,
  settings,
  profile,
  reassess,
} as const;
