import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi, onTestFinished } from 'vitest';
import type { FollowedAdvice, AdviceByCode } from './advice.js';
import { SheetStory } from './sheetStory.js';

const everybody = ['E-1', 'E-2', 'E-3'];

/** Prepares a situation, and returns the options to type in it. */
type Typed = (story: SheetStory) => readonly string[];
const url: Typed = ({ service }) => ['--base-url', service.sandbox.baseUrl];
const tokenFile: Typed = ({ folder }) => ['--token-file', join(folder, 'token')];
const rightToken = ({ service }: SheetStory) => service.sandbox.tokens[0] ?? '';
const all =
  (...parts: readonly Typed[]): Typed =>
  (story) =>
    parts.flatMap((part) => part(story));
const typed =
  (...options: string[]): Typed =>
  () =>
    options;

const setting =
  (name: string, value: (story: SheetStory) => string | undefined): Typed =>
  (story) => {
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    vi.stubEnv(name, value(story));
    return [];
  };
const writing =
  (text: (story: SheetStory) => string): Typed =>
  (story) => {
    writeFileSync(join(story.folder, 'token'), text(story));
    return [];
  };
/** A message about a setting, before any row is sent, and its remedy. */
function aboutSetting(
  advice: FollowedAdvice['advice'],
  wrong: Typed,
  remedy: Typed,
  sentPeople: readonly string[] = everybody,
): FollowedAdvice {
  const assess = (story: SheetStory, options: readonly string[]) =>
    story.type('assess', story.path, '--yes', '--poll-interval', '50ms', ...options);
  return {
    advice,
    async causeMessage() {
      const story = await SheetStory.begin();
      await assess(story, wrong(story));
      const { requests } = await story.service.ledger();
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

/** A message about a service that does not answer well, and its remedy. */
const aboutService = (
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
/** A message about a selection of rows that does not fit the sheet. */
const aboutSelection = (
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

const usual = all(url, tokenFile);

/**
 * Messages of runs that send no row because of the settings, the service, the selected rows or the
 * version of the journal.
 */
export const adviceAboutSettings: AdviceByCode = {
  baseUrlMissing: [
    aboutSetting('use --base-url', tokenFile, usual),
    aboutSetting(
      'Set RWA_BASE_URL',
      tokenFile,
      all(
        setting('RWA_BASE_URL', ({ service }) => service.sandbox.baseUrl),
        tokenFile,
      ),
    ),
    {
      ...aboutSetting('to try without a service, use --sandbox', tokenFile, usual),
      follow: (story) => story.run('assess', '--sandbox', '--poll-timeout', '50ms'),
      sentPeople: [],
    },
  ],
  tokenMissing: [
    aboutSetting('add --token-file FILE', url, usual),
    aboutSetting('or set RWA_TOKEN', url, all(setting('RWA_TOKEN', rightToken), url)),
  ],
  tokenFileMissing: [
    aboutSetting(
      'Check its name (--token-file, or tokenFile in rwa.config.json)',
      all(url, typed('--token-file', 'tokn')),
      usual,
    ),
  ],
  tokenFileIsToken: ['d41d8cd98f00b204e9800998ecf8427e', 'sandbox-token', 'sandbox-token-2'].map(
    (token) =>
      aboutSetting(
        'Use the name of a file that contains the token',
        all(url, typed('--token-file', token)),
        usual,
      ),
  ),
  tokenFileEmpty: [
    aboutSetting(
      'Put the company token into it, and nothing else',
      all(
        writing(() => ''),
        usual,
      ),
      all(writing(rightToken), usual),
    ),
  ],
  tokenMalformed: [
    aboutSetting(
      'Put the company token into it, and nothing else',
      all(
        writing((story) => `${rightToken(story)} ${rightToken(story)}`),
        usual,
      ),
      all(writing(rightToken), usual),
    ),
    aboutSetting(
      'Put the company token into it, and nothing else',
      all(
        setting('RWA_TOKEN', (story) => `${rightToken(story)} ä`),
        url,
      ),
      all(setting('RWA_TOKEN', rightToken), url),
    ),
  ],
  serviceUnusable: [
    aboutSetting(
      'Check the token (RWA_TOKEN, --token-file, or tokenFile in rwa.config.json)',
      all(
        writing(() => 'wrong'),
        usual,
      ),
      all(writing(rightToken), usual),
    ),
    aboutSetting(
      /Check the base URL \S+ and the network/,
      all(typed('--base-url', 'http://127.0.0.1:1/api/1.1/wf'), tokenFile),
      usual,
    ),
    aboutSetting(
      /is not the assessment service\. It answered .*Check the base URL/,
      all((story) => ['--base-url', story.service.sandbox.controlUrl], tokenFile),
      usual,
    ),
    aboutService(/The service is busy: .* Try again later/, 'status-429'),
    aboutService(
      /(?:No answer|The service returned no usable answer): .* Try again later/,
      'status-500-before-commit',
    ),
  ],
  serviceStayedAway: ['status-503', 'status-500-before-commit'].map((fault) =>
    aboutService(/was not available within .* Try again later/, fault, '--wait-for-service', '1s'),
  ),
  rowsNotInSheet: [
    aboutSelection(/Its rows are \d+ to \d+/, ['--rows', '900'], ['--rows', '3'], ['E-2']),
  ],
  countryNotInSheet: [
    aboutSelection(
      'Did you mean "Portugal"?',
      ['--where', 'destination=Portugl'],
      ['--where', 'destination=Portugal'],
      everybody,
    ),
    aboutSelection(
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
        // No newer version exists, so the journal becomes one that this version reads.
        changeVersion(story, 2, 1);
        await story.run('assess');
        story.expectAllScored();
      },
      sentPeople: ['E-4'],
    },
  ],
};
