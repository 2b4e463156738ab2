import { frame } from './frame.js';
import { terms } from './terms.js';
import { time } from './time.js';
import { parts } from './parts.js';
import { signIn } from './signIn.js';
import { sheets } from './sheets.js';

export const en = {
  frame,
  terms,
  time,
  parts,
  signIn,
  sheets,
} as const;
