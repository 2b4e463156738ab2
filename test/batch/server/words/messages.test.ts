import { expect, test } from 'vitest';
import { english } from '../../../../batch/server/words/english.js';
import { findHiddenNames, formatMessages, listMessageTexts } from './messageTexts.js';

const messages = listMessageTexts(english);

test('messages.txt contains the English text of each message of the engine', async () => {
  await expect(formatMessages(messages)).toMatchFileSnapshot('messages.txt');
});

test('no English message names a command, an option or a file that a user of the page cannot see', () => {
  expect(findHiddenNames(messages)).toEqual([]);
});
