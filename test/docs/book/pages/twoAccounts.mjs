import assert from 'node:assert/strict';
import { readRights } from './installation.mjs';

/** The steps of docs/two-accounts.md. */
export const steps = {
  async group(book, block) {
    await book.type(block);
    assert.match(await book.typeText('id -nG anna; id -nG rwa'), /hr-sheets\n.*hr-sheets\n$/);
  },

  /** Deletes the folder of the previous pages, since this page begins with a new one. */
  async 'shared-folder'(book, block) {
    await book.typeText('sudo rm -r /srv/hr');
    await book.type(block);
    assert.equal(await readRights(book, '/srv/hr'), '2770 rwa hr-sheets');
    assert.equal(await readRights(book, '/srv/hr/hires.xlsx'), '660 rwa hr-sheets');
  },

  async acl(book, block) {
    await book.type(block);
    await book.typeText('umask 077; touch /srv/hr/by-anna', { account: 'anna' });
    assert.equal(await readRights(book, '/srv/hr/by-anna'), '660 anna hr-sheets');
    await book.typeText('rm /srv/hr/by-anna', { account: 'anna' });
  },

  async 'both-sides'(book, block) {
    await book.service.loseAnswer('00256');
    const output = await book.type(block, {
      // The run exits with 4 because of the row with the lost answer.
      change: (text) => text.replace("/etc/rwa/token'", "/etc/rwa/token || [ $? = 4 ]'"),
    });
    assert.match(output, /1 unconfirmed/);
    for (const name of ['hires.xlsx', 'hires.xlsx.rwa-journal.jsonl']) {
      assert.equal(await readRights(book, `/srv/hr/${name}`), '660 rwa hr-sheets', name);
    }
    // test/batch/cli/twoAccounts.test.ts tests that HR can resolve such a row and the schedule continues.
  },
};
