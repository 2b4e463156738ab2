import { decisions } from './decisions.js';
import { fields } from './fields.js';
import { scores } from './scores.js';
import { frame } from './frame.js';
import { terms } from './terms.js';
import { time } from './time.js';
import { parts } from './parts.js';
import { signIn } from './signIn.js';
import { sheets } from './sheets.js';
import { people } from './people.js';
import { members } from './members.js';
import { log } from './log.js';
import { operations } from './operations.js';
import { settings } from './settings.js';
import { profile } from './profile.js';
import { oneSheet } from './oneSheet.js';
import { match } from './match.js';
import { check } from './check.js';
import { rowProblems } from './rowProblems.js';
import { start } from './start.js';
import { watch } from './watch.js';
import { reassess } from './reassess.js';
import { results } from './results.js';
import { filters } from './filters.js';
import { row } from './row.js';
import { decide } from './decide.js';

export const de = {
  frame,
  terms,
  fields,
  scores,
  decisions,
  time,
  parts,
  signIn,
  sheets,
  people,
  members,
  log,
  operations,
  settings,
  profile,
  oneSheet,
  match,
  check,
  rowProblems,
  start,
  watch,
  reassess,
  results,
  filters,
  row,
  decide,
};
