import { decisions } from './decisions.js';
import { fields } from './fields.js';
import { scores } from './scores.js';
import { frame } from './frame.js';
import { terms } from './terms.js';
import { time } from './time.js';
import { parts } from './parts.js';
import { signIn } from './signIn.js';
import { sheets } from './sheets.js';
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

/** The English texts of the page's first script, by the screen or the part of the page. */
export const en = {
  frame,
  terms,
  fields,
  scores,
  decisions,
  time,
  parts,
  signIn,
  sheets,
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
} as const;
