import assert from 'node:assert/strict';

/** Who is forgotten. The page has another, who is nobody. */
const someone = '00113';

/** The steps of docs/data-protection.md. */
export const steps = {
  async forget(book, block) {
    const before = (await book.service.ledger()).requests;
    await book.type(block, { change: (text) => text.replace('00003', `${someone} --yes`) });
    assert.deepEqual((await book.service.ledger()).requests, before);
  },

  async history(book, block) {
    await book.type(block);
    const said = await book.typeText('cat history.jsonl && rm history.jsonl');
    const past = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert(past.some(({ employeeId }) => employeeId === '00107'));
  },
};
