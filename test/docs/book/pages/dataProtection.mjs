import assert from 'node:assert/strict';

/** The employee to forget, instead of the example on the page. */
const someone = '00113';

/** The steps of docs/data-protection.md. */
export const steps = {
  async forget(book, block) {
    const { requests: before, assessments } = await book.service.ledger();
    const journal = () => book.typeText('sudo cat /srv/hr/hires.xlsx.rwa-journal.jsonl');
    const [past, files] = [await journal(), await filesWithPeople(book)];
    const ids = assessments
      .filter(
        ({ employeeId, assessmentId }) => employeeId === someone && past.includes(assessmentId),
      )
      .map(({ assessmentId }) => assessmentId);
    assert(ids.length > 0 && files.length > 0);
    await book.type(block, { change: (text) => text.replace('00003', `${someone} --yes`) });
    assert.deepEqual((await book.service.ledger()).requests, before);
    const left = await journal();
    assert.deepEqual(
      ids.filter((id) => left.includes(id)),
      [],
    );
    assert.deepEqual(await filesWithPeople(book), []);
    // The assessments of other people are still in the journal.
    assert(assessments.some(({ assessmentId }) => left.includes(assessmentId)));
  },

  async history(book, block) {
    await book.type(block);
    assert.equal(await book.typeText('stat -c %a history.jsonl'), '600\n');
    const output = await book.typeText('cat history.jsonl && rm history.jsonl');
    const past = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert(past.length > 0 && past.every(({ employeeId }) => employeeId === '00107'));
  },
};

/** Lists the files beside the sheet that contain its people: backups, results, sandbox files and temporary files. */
async function filesWithPeople(book) {
  const output = await book.typeText('sudo ls -A /srv/hr');
  return output
    .split('\n')
    .filter((name) => /[.](?:backup|results)-|sandbox|^[.]splice-/.test(name));
}
