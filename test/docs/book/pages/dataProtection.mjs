import assert from 'node:assert/strict';

/** The employee to forget, instead of the example on the page. */
const forgottenId = '00113';

/** The steps of docs/data-protection.md. */
export const steps = {
  async forget(book, block) {
    const { requests: before, assessments } = await book.service.readLedger();
    const readJournal = () => book.typeText('sudo cat /srv/hr/hires.xlsx.rwa-journal.jsonl');
    const [journalBefore, filesBefore] = [await readJournal(), await listFilesWithPeople(book)];
    const ids = assessments
      .filter(
        ({ employeeId, assessmentId }) =>
          employeeId === forgottenId && journalBefore.includes(assessmentId),
      )
      .map(({ assessmentId }) => assessmentId);
    assert(ids.length > 0 && filesBefore.length > 0);
    await book.type(block, { change: (text) => text.replace('00003', `${forgottenId} --yes`) });
    assert.deepEqual((await book.service.readLedger()).requests, before);
    const journal = await readJournal();
    assert.deepEqual(
      ids.filter((id) => journal.includes(id)),
      [],
    );
    assert.deepEqual(await listFilesWithPeople(book), []);
    // Assessments of other people are still in the journal.
    assert(assessments.some(({ assessmentId }) => journal.includes(assessmentId)));
  },

  async history(book, block) {
    await book.type(block);
    assert.equal(await book.typeText('stat -c %a history.jsonl'), '600\n');
    const output = await book.typeText('cat history.jsonl && rm history.jsonl');
    const assessments = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert(assessments.length > 0 && assessments.every(({ employeeId }) => employeeId === '00107'));
  },
};

/**
 * Lists the files beside the sheet that contain its people: backups, results, sandbox files and
 * temporary files.
 */
async function listFilesWithPeople(book) {
  const output = await book.typeText('sudo ls -A /srv/hr');
  return output
    .split('\n')
    .filter((name) => /[.](?:backup|results)-|sandbox|^[.]splice-/.test(name));
}
