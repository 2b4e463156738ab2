import { expect, test } from 'vitest';
import { linesOf } from '../../../batch/cli/wording/wording.js';
import type { Message } from '../../../batch/engine/message.js';
import { whole } from '../../../batch/wording/sentence.js';
import { messageExamples } from './messageExamples.js';

// The one place that has the wording of the engine's messages on the command line.
// `npx vitest run FILE -u` writes it anew.
test('each message of the engine is worded as in messages.txt', async () => {
  const shown = Object.entries(messageExamples).map(([code, examples]) => {
    const words = examples.map((example) =>
      linesOf({ code, ...example } as Message)
        .map((line) => `  ${whole(line)}`)
        .join('\n'),
    );
    return `${code}\n${words.join('\n\n')}\n`;
  });
  await expect(shown.join('\n')).toMatchFileSnapshot('messages.txt');
});
