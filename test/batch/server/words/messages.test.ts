import { expect, test } from 'vitest';
import { english } from '../../../../batch/server/words/english.js';
import { french } from '../../../../batch/server/words/french/pack.js';
import { german } from '../../../../batch/server/words/german/pack.js';
import { findHiddenNames, formatMessages, listMessageTexts } from './messageTexts.js';

test.each([
  ['messages.txt', english],
  ['messages.de.txt', german],
  ['messages.fr.txt', french],
])(
  '%s contains the text of each message of the engine, and no command, option or file that a user of the page cannot see',
  async (file, pack) => {
    const messages = listMessageTexts(pack);
    await expect(formatMessages(messages)).toMatchFileSnapshot(file);
    expect(findHiddenNames(messages)).toEqual([]);
  },
);

/** Words of the service and of other programs, which are not translated. */
const foreignWords = [
  'Incorrect Country',
  'RWA not found',
  'Invalid Auth',
  'Too many requests',
  'Not Found',
  'hires.xlsx is open in Excel.',
  'The file is not a workbook.',
];

test.each([
  ['German', german, /„[^“]*“/g, foreignWords],
  ['French', french, /«[^»]*»/g, [...foreignWords, 'Google Sheets']],
] as const)(
  'no %s message contains English words outside quotation marks',
  (_, pack, quotation, notTranslated) => {
    const containsEnglish = (text: string) => {
      const translated = notTranslated.reduce((rest, words) => rest.replaceAll(words, ''), text);
      const unquoted = translated.replaceAll(quotation, '');
      return / (?:the|and|is|are|were|but|rows?|sheets?)\b/i.test(unquoted);
    };
    const texts = listMessageTexts(pack).flatMap((message) => message.texts);
    expect(texts.filter(containsEnglish)).toEqual([]);
  },
);
