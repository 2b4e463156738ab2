import { expect, test } from 'vitest';
import { english } from '../../../../batch/server/words/english.js';
import { findHiddenNames, formatMessages, listMessageTexts } from './messageTexts.js';

const messages = listMessageTexts(english);

test('the page words each message of the engine as in messages.txt', async () => {
  await expect(formatMessages(messages)).toMatchFileSnapshot('messages.txt');
});

test('no message names a command, an option or a file that a user of the page cannot see', () => {
  expect(findHiddenNames(messages)).toEqual([]);
});
