import type { Terminal } from '../../../batch/cli/output/terminal.js';

/** Creates a terminal in which a person types these answers and then presses Ctrl+C. */
export function createPerson(
  answers: readonly string[],
): Terminal & { readonly messages: string[] } {
  const messages: string[] = [];
  const remainingAnswers = answers.values();
  const print = (text: string) => {
    messages.push(text);
  };
  return {
    messages,
    out: print,
    err: print,
    drained: () => Promise.resolve(),
    paint: { out: (_, text) => text, err: (_, text) => text },
    width: 100,
    interactive: true,
    bar: { columns: 1_000, write: () => undefined },
    ask(question) {
      print(question);
      const { value } = remainingAnswers.next();
      return Promise.resolve(value);
    },
  };
}

/** Creates a terminal that is not interactive and has no colours, such as a pipe. */
export function createPlainTerminal(print: Pick<Terminal, 'out' | 'err'>): Terminal {
  return {
    ...print,
    drained: () => Promise.resolve(),
    paint: { out: (_, text) => text, err: (_, text) => text },
    width: undefined,
    interactive: false,
    bar: undefined,
    ask: () => Promise.resolve(undefined),
  };
}
