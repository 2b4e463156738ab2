import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { refusals } from '../../../../batch/server/words/language/en/refusals.js';
import { listTexts } from '../catalogues.js';

const server = fileURLToPath(new URL('../../../../batch/server/', import.meta.url));

/** Matches the verbs in refusals that contain advice. */
const advicePattern =
  /\b(?:[Aa]dd|[Aa]sk|[Bb]egin with|[Cc]heck in|[Cc]hoose|[Cc]orrect|[Cc]reate|[Dd]elete|[Dd]ecide|[Ee]nter|[Gg]ive|[Gg]o on|[Ii]nstall|[Kk]eep|[Ll]oad|[Ll]ook|[Mm]ake|[Mm]ove|[Oo]pen|[Pp]ress|[Rr]ead the|[Rr]enew|[Rr]un the|[Mm]ap groups|[Ss]ign in|[Ss]tart|[Ss]top it|[Tt]ry|[Uu]pload|[Uu]se|[Ww]ait|[Ww]rite)\b/;

/** Parts of refusals and ServeErrors, by the test that follows their advice, or the reason why no test does. */
const partsByTest: Readonly<Record<string, readonly string[]>> = {
  'followed in ownAdvice.ts': [
    'The run of this sheet has not ended. Stop it first.',
    'The file of this sheet was deleted',
    'The sheet has changed since this plan was made.',
    'has changed since you loaded the page.',
    'Somebody has settled this row in the meantime',
  ],
  'followed in restoreAdvice.ts': [
    'The server was restored again. Read the new notice.',
    'Rows of this sheet that were sent in that time would be sent again.',
    'Check in the service who was invited in that time',
    'Check the service as the notice on its page describes, then delete it.',
    'this server answers only under that address.',
    'cannot be used: ${(error as Error).message}. Correct this.',
  ],
  'followed in answerAdvice.ts and test/batch/server/results/settlement.test.ts': [
    'already belongs to a row of another sheet',
    'was sent, and nobody knows whether its assessment exists.',
  ],
  'followed in test/batch/server/service.test.ts': [
    'Another rwa serve is using',
    'The request of this row is still under way.',
  ],
  'followed in test/batch/server/restoredFolder.test.ts': ['still wait for their check.'],
  'followed in test/batch/server/sheets/deletion.test.ts': ['no answer yet. Answer under'],
  'followed in test/batch/server/results/views.test.ts': ['Delete one of them first.'],
  'followed in test/batch/server/sheets/ignoredRows.test.ts': [
    'A sheet needs a row that is not ignored.',
  ],
  'followed in test/batch/server/sheets/correctWorksheet.test.ts': ['Nothing was corrected:'],
  'followed in test/batch/server/operations/operations.test.ts': [
    'has paused all runs of this server.',
    'not paused yet: requests are still in flight.',
  ],
  'followed in test/batch/server/cluster/move.test.ts': [
    'There is no data of rwa serve in',
    'is not empty. Nothing was changed.',
    'is not finished. Run the same rwa serve move again.',
    'was moved to',
  ],
  'followed in test/batch/server/access': [
    'Sign in first.',
    'Your role does not allow this.',
    'This link was used, or has expired.',
    'This is the last administrator.',
    'This sign-in was not started in this browser',
    'failed. Try again; if it fails again',
    'but none of your groups there has a role here.',
    'Try again in a few seconds.',
    'There were too many attempts.',
  ],
  'asks the user to repeat a request that was refused': [
    'The sheet is being read. Try again in a moment.',
    'The run of this sheet could not be stopped.',
    'The disk of the server is full',
    'The file is larger than',
    'The upload was incomplete.',
    'The sheet is still being read.',
    'The database cannot do this now',
    'The database failed during this change',
  ],
  'asks for another file': [
    'This is an old workbook (.xls)',
    'A PDF has no cells.',
    'This is not a spreadsheet that can be read.',
  ],
  'asks for columns on the screen that the refusal names': [
    'The columns of this sheet are not matched yet.',
  ],
  'asks for another value in the field beside it': [
    'Enter the Assessment ID that the service shows.',
    'Enter your email.',
    'Enter an address such as',
    'This name is taken.',
    'Choose a password',
    'Enter at least one character.',
    'Enter at most {{count, number}} character',
    'The settings delete the file',
    'by a schedule would lose the file before the next round.',
    'The sheet has too many corrections.',
    'Write row numbers, such as',
    'The name must be at most 40 letters',
    'The webhook ',
    'Enter the address that should get the test message.',
    'This is not the name of a mail server.',
    'Without encryption, others could read',
    'Enter the sender as an address',
    'Enter the user name for this password.',
    'Enter the password',
  ],
  'advises nothing': ['Your notices go to the address that you sign in with.'],
  'concerns only programs, because the page sends no such request': [
    'The value of {{name}} does not belong to this list.',
    'Give either the name of a round, or ask for a new round.',
    'A new round needs the token of its plan.',
    'This request has no Origin header.',
    'A token cannot do this.',
    'You sign in with the OpenID provider.',
  ],
  'asks for other options before the server starts': [
    'Give both --tls-cert and --tls-key',
    'Give either --behind or --tls-cert',
    'Others could read everything on the way',
    'Renew it.',
    'Add the client ID of the OpenID provider',
    'Add the client secret of the OpenID provider',
    'Map groups of the OpenID provider to roles',
    'is not the address of a proxy.',
    'is not a group and a role.',
    'The URL of the database cannot be read.',
    'The URL of the database does not begin with',
    'The server cannot create a temporary folder',
  ],
  'asks for a folder or database without data from another service': [
    'but not one of rwa serve. It was left alone',
    'has assessments of the embedded sandbox',
  ],
  'needs a later version of rwa': ['was written by a later version of rwa.'],
};

/** Returns the texts of the refusals, and the arguments of each `new ServeError` in the server's code. */
async function findRefusals(): Promise<string[]> {
  const found = [...listTexts(refusals).values()];
  for await (const file of glob('**/*.ts', { cwd: server })) {
    if (file.startsWith('page/') || file.startsWith('words/')) continue;
    const code = await readFile(`${server}${file}`, 'utf8');
    for (const [, text = ''] of code.matchAll(/new ServeError\(([^]*?)\);\n/g)) {
      found.push(text.replaceAll(/\s+/g, ' '));
    }
  }
  return found;
}

test('each refusal and ServeError with advice is listed with the test that follows the advice, or with a reason', async () => {
  const advising = (await findRefusals()).filter((text) => advicePattern.test(text));
  const parts = Object.values(partsByTest).flat();
  expect(advising.length).toBeGreaterThan(parts.length);
  expect(advising.filter((text) => !parts.some((part) => text.includes(part)))).toEqual([]);
  expect(parts.filter((part) => !advising.some((text) => text.includes(part)))).toEqual([]);
});
