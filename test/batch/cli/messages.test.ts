import { expect, test } from 'vitest';
import { toLines } from '../../../batch/cli/wording/wording.js';
import type { Message } from '../../../batch/engine/message.js';
import { showValues } from '../../../batch/wording/sentence.js';
import { messageExamples } from './messageExamples.js';

// messages.txt is a snapshot. `npx vitest run FILE --update` updates it.
test('the words of each message example match messages.txt', async () => {
  const texts = Object.entries(messageExamples).map(([code, examples]) => {
    const words = examples.map((example) =>
      toLines({ code, ...example } as Message)
        .map((line) => `  ${showValues(line)}`)
        .join('\n'),
    );
    return `${code}\n${words.join('\n\n')}\n`;
  });
  await expect(texts.join('\n')).toMatchFileSnapshot('messages.txt');
});
