import { expect, test } from 'vitest';
import type { Message } from '../../../../batch/engine/message.js';
import { inWords } from '../../../../batch/server/words/wording.js';
import { messageExamples } from '../../cli/messageExamples.js';

/** Matches the codes of messages about the connection settings and open files: the command shows them, not the page. */
const reportedAtStart = /^(?:baseUrl|token(?!Refused)|proxyUnusable|tooFewFiles)/;

const messages = Object.entries(messageExamples)
  .filter(([code]) => !reportedAtStart.test(code))
  .map(([code, examples]) => ({
    code,
    texts: examples.map((example) => inWords({ code, ...example } as Message)),
  }));

// messages.txt is a snapshot of the engine's messages as the page words them.
// `npx vitest run FILE -u` writes it again.
test('the page words each message of the engine as in messages.txt', async () => {
  const shown = messages.map(({ code, texts }) => `${code}\n  ${texts.join('\n\n  ')}\n`);
  await expect(shown.join('\n')).toMatchFileSnapshot('messages.txt');
});

test('no message names a command, an option or a file that a user of the page cannot see', () => {
  const namesHidden = /\brwa\b|(?:^|\s)--[a-z]|RWA_|same command|\brun again\b|journal|\.lock\b/;
  expect(messages.flatMap(({ texts }) => texts.filter((text) => namesHidden.test(text)))).toEqual(
    [],
  );
});
