import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi, onTestFinished } from 'vitest';
import type { FollowedAdvice, AdviceByCode } from './advice.js';
import { SheetStory } from './sheetStory.js';

const everybody = ['E-1', 'E-2', 'E-3'];

/** Prepares files and variables, and returns the options to type. */
type PrepareOptions = (story: SheetStory) => readonly string[];
const url: PrepareOptions = ({ service }) => ['--base-url', service.sandbox.baseUrl];
const tokenFile: PrepareOptions = ({ folder }) => ['--token-file', join(folder, 'token')];
const rightToken = ({ service }: SheetStory) => service.sandbox.tokens[0] ?? '';
const combine =
  (...parts: readonly PrepareOptions[]): PrepareOptions =>
  (story) =>
    parts.flatMap((part) => part(story));
const typeOptions =
  (...options: string[]): PrepareOptions =>
  () =>
    options;

const setVariable =
  (name: string, value: (story: SheetStory) => string | undefined): PrepareOptions =>
  (story) => {
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    vi.stubEnv(name, value(story));
    return [];
  };
const writeTokenFile =
  (text: (story: SheetStory) => string): PrepareOptions =>
  (story) => {
    writeFileSync(join(story.folder, 'token'), text(story));
    return [];
  };
/** Creates advice about a setting. Its message appears before any row is sent. */
function createSettingAdvice(
  advice: FollowedAdvice['advice'],
  wrong: PrepareOptions,
  remedy: PrepareOptions,
  sentPeople: readonly string[] = everybody,
): FollowedAdvice {
  const assess = (story: SheetStory, options: readonly string[]) =>
    story.type('assess', story.path, '--yes', '--poll-interval', '50ms', ...options);
  return {
    advice,
    async causeMessage() {
      const story = await SheetStory.begin();
      await assess(story, wrong(story));
      const { requests } = await story.service.readLedger();
      expect(requests.rwa_create).toBe(0);
      return story;
    },
    async follow(story) {
      await assess(story, remedy(story));
      story.expectAllScored();
    },
    sentPeople,
  };
}

/** Creates advice about a service that returns errors. */
const createServiceAdvice = (
  advice: FollowedAdvice['advice'],
  fault: string,
  ...options: string[]
): FollowedAdvice => ({
  advice,
  async causeMessage() {
    const story = await SheetStory.begin();
    await story.service.control('POST faults', { operation: 'rwa_retrieve', fault });
    await story.run('assess', ...options);
    return story;
  },
  async follow(story) {
    await story.endFaults();
    await story.run('assess', ...options);
    story.expectAllScored();
  },
  sentPeople: everybody,
});
/** Creates advice about selected rows that are not in the sheet. */
const createSelectionAdvice = (
  advice: FollowedAdvice['advice'],
  wrong: readonly string[],
  right: readonly string[],
  sentPeople: readonly string[],
): FollowedAdvice => ({
  advice,
  async causeMessage() {
    const story = await SheetStory.beginScored();
    await story.run('reassess', ...wrong);
    return story;
  },
  follow: (story) => story.run('reassess', ...right),
  sentPeople,
});
const changeVersion = ({ journal }: SheetStory, before: number, after: number) => {
  const text = readFileSync(journal, 'utf8');
  writeFileSync(journal, text.replace(`"version":${before}`, `"version":${after}`));
};

const urlAndToken = combine(url, tokenFile);

/**
 * Messages of runs that send no row because of the settings, the service, the selected rows or the
 * version of the journal.
 */
export const adviceOnSettings: AdviceByCode = {
  baseUrlMissing: [
    createSettingAdvice('use --base-url', tokenFile, urlAndToken),
    createSettingAdvice(
      'Set RWA_BASE_URL',
      tokenFile,
      combine(
        setVariable('RWA_BASE_URL', ({ service }) => service.sandbox.baseUrl),
        tokenFile,
      ),
    ),
    {
      ...createSettingAdvice('to try without a service, use --sandbox', tokenFile, urlAndToken),
      follow: (story) => story.run('assess', '--sandbox', '--poll-timeout', '50ms'),
      sentPeople: [],
    },
  ],
  tokenMissing: [
    createSettingAdvice('add --token-file FILE', url, urlAndToken),
    createSettingAdvice(
      'or set RWA_TOKEN',
      url,
      combine(setVariable('RWA_TOKEN', rightToken), url),
    ),
  ],
  tokenFileMissing: [
    createSettingAdvice(
      'Check its name (--token-file, or tokenFile in rwa.config.json)',
      combine(url, typeOptions('--token-file', 'tokn')),
      urlAndToken,
    ),
  ],
  tokenFileIsToken: ['d41d8cd98f00b204e9800998ecf8427e', 'sandbox-token', 'sandbox-token-2'].map(
    (token) =>
      createSettingAdvice(
        'Use the name of a file that contains the token',
        combine(url, typeOptions('--token-file', token)),
        urlAndToken,
      ),
  ),
  tokenFileEmpty: [
    createSettingAdvice(
      'Put the company token into it, and nothing else',
      combine(
        writeTokenFile(() => ''),
        urlAndToken,
      ),
      combine(writeTokenFile(rightToken), urlAndToken),
    ),
  ],
  tokenMalformed: [
    createSettingAdvice(
      'Put the company token into it, and nothing else',
      combine(
        writeTokenFile((story) => `${rightToken(story)} ${rightToken(story)}`),
        urlAndToken,
      ),
      combine(writeTokenFile(rightToken), urlAndToken),
    ),
    createSettingAdvice(
      'Put the company token into it, and nothing else',
      combine(
        setVariable('RWA_TOKEN', (story) => `${rightToken(story)} ä`),
        url,
      ),
      combine(setVariable('RWA_TOKEN', rightToken), url),
    ),
  ],
  serviceUnusable: [
    createSettingAdvice(
      'Check the token (RWA_TOKEN, --token-file, or tokenFile in rwa.config.json)',
      combine(
        writeTokenFile(() => 'wrong'),
        urlAndToken,
      ),
      combine(writeTokenFile(rightToken), urlAndToken),
    ),
    createSettingAdvice(
      /Check the base URL \S+ and the network/,
      combine(typeOptions('--base-url', 'http://127.0.0.1:1/api/1.1/wf'), tokenFile),
      urlAndToken,
    ),
    createSettingAdvice(
      /is not the assessment service\. It answered .*Check the base URL/,
      combine((story) => ['--base-url', story.service.sandbox.controlUrl], tokenFile),
      urlAndToken,
    ),
    createServiceAdvice(/The service is busy: .* Try again later/, 'status-429'),
    createServiceAdvice(
      /(?:No answer|The service returned no usable answer): .* Try again later/,
      'status-500-before-commit',
    ),
  ],
  serviceStayedAway: ['status-503', 'status-500-before-commit'].map((fault) =>
    createServiceAdvice(
      /was not available within .* Try again later/,
      fault,
      '--wait-for-service',
      '1s',
    ),
  ),
  rowsNotInSheet: [
    createSelectionAdvice(/Its rows are \d+ to \d+/, ['--rows', '900'], ['--rows', '3'], ['E-2']),
  ],
  countryNotInSheet: [
    createSelectionAdvice(
      'Did you mean "Portugal"?',
      ['--where', 'destination=Portugl'],
      ['--where', 'destination=Portugal'],
      everybody,
    ),
    createSelectionAdvice(
      'Check the spelling',
      ['--where', 'destination=Atlantis'],
      ['--where', 'destination=Portugal'],
      everybody,
    ),
  ],
  journalOfNewerVersion: [
    {
      advice: 'Install that version, then run the same command again',
      async causeMessage() {
        const story = await SheetStory.beginScored();
        story.save([...story.rows, { ...story.rows[0], 'Employee ID': 'E-4' }]);
        story.clear(5);
        changeVersion(story, 1, 2);
        await story.run('assess');
        return story;
      },
      async follow(story) {
        // No newer version exists, so the journal is set back to this version.
        changeVersion(story, 2, 1);
        await story.run('assess');
        story.expectAllScored();
      },
      sentPeople: ['E-4'],
    },
  ],
};
