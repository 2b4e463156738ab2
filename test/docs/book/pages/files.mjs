import assert from 'node:assert/strict';

/** The steps of docs/files.md. */
export const steps = {
  async list(book, block) {
    const said = await book.type(block);
    for (const name of ['hires.xlsx', 'hires.xlsx.rwa-journal.jsonl', 'hires.sandbox.xlsx']) {
      assert(said.includes(` ${name}\n`), name);
    }
    assert.match(said, / hires[.]backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?[.]xlsx\n/);
    // Every file that there is stands in the table of the page.
    const known = [
      /^hires[.]xlsx$/,
      /^hires[.]xlsx[.]rwa-journal[.]jsonl$/,
      /^hires[.]backup-[\dT-]+[.]xlsx$/,
      /^hires[.]sandbox[.]xlsx$/,
      /^hires[.]xlsx[.]rwa-sandbox[.](?:jsonl|sqlite)$/,
    ];
    const names = said
      .trim()
      .split('\n')
      .map((line) => line.split(' ').at(-1) ?? '');
    assert.deepEqual(
      names.filter((name) => !known.some((each) => each.test(name))),
      [],
    );
  },

  async facts(book, block) {
    const said = await book.type(block);
    assert.match(said, /"intent"/);
    const journal = await book.typeText('sudo cat /srv/hr/hires.xlsx.rwa-journal.jsonl');
    assert(!journal.includes('00107') && !journal.includes('sandbox-token'));
    const { assessments } = await book.service.ledger();
    const perRow = journal.length / assessments.length;
    console.log(`      ${Math.round(perRow)} bytes of journal for each assessment`);
  },

  async backup(book, block) {
    await book.type(block);
    assert.match(
      await book.typeText('sudo ls /var/backups/hr'),
      /^hires[.]xlsx[.]rwa-journal[.]jsonl$/m,
    );
  },

  async 'restore-sheet'(book, block) {
    const before = await created(book);
    await book.typeText('sudo sh -c "echo broken > /srv/hr/hires.xlsx"');
    const said = await book.type(block);
    assert.match(said, / 26 scored| \d+ scored/);
    assert.equal(await created(book), before);
  },

  /** The journal of the backup is older than what was sent; the sheet too. */
  async 'restore-look'(book, block) {
    await book.typeText(
      `sudo sh -c 'mkdir /srv/old && cp --preserve /srv/hr/*.xlsx /srv/hr/*.jsonl /srv/old/'`,
    );
    await book.typeText(
      'sudo sh -c "cd /srv/hr && rm *.jsonl && cp --preserve /home/admin/hires.xlsx . && chown rwa: hires.xlsx"',
    );
    const before = await created(book);
    const said = await book.type(block, { code: 5 });
    assert.match(said, /rows would be sent as new, and --max-new allows 0/);
    assert.equal(await created(book), before);
    await book.typeText('sudo sh -c "rm /srv/hr/hires.*; mv /srv/old/* /srv/hr/; rmdir /srv/old"');
  },

  async move(book, block) {
    assert.equal(await book.type(block), '');
    const said = await book.typeText('sudo tar -tf /var/backups/hr.tar');
    assert.match(said, /hires[.]xlsx[.]rwa-journal[.]jsonl$/m);
    const old = await book.typeText('sudo -u rwa rwa status /srv/hr/hires.xlsx');
    await book.typeText(
      'sudo sh -c "mkdir /srv/other && tar -C /srv/other -xf /var/backups/hr.tar"',
    );
    const moved = await book.typeText('sudo rwa status /srv/other/hires.xlsx');
    assert.equal(moved.replaceAll('/srv/other', '/srv/hr'), old);
    await book.typeText('sudo rm -r /srv/other');
  },

  async 'hand-over'(book, block) {
    assert.match(await book.type(block), / scored$/m);
  },
};

async function created(book) {
  return (await book.service.ledger()).requests.rwa_create;
}
