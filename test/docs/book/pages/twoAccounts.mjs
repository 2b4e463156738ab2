import assert from 'node:assert/strict';
import { rights } from './installation.mjs';

/** The steps of docs/two-accounts.md. */
export const steps = {
  async group(book, block) {
    await book.type(block);
    assert.match(await book.typeText('id -nG anna; id -nG rwa'), /hr-sheets\n.*hr-sheets\n$/);
  },

  /** The folder of the pages before goes away: here everything begins anew. */
  async 'shared-folder'(book, block) {
    await book.typeText('sudo rm -r /srv/hr');
    await book.type(block);
    assert.equal(await rights(book, '/srv/hr'), '2770 rwa hr-sheets');
    assert.equal(await rights(book, '/srv/hr/hires.xlsx'), '660 rwa hr-sheets');
  },

  async acl(book, block) {
    await book.type(block);
    await book.typeText('umask 077; touch /srv/hr/by-anna', { account: 'anna' });
    assert.equal(await rights(book, '/srv/hr/by-anna'), '660 anna hr-sheets');
    await book.typeText('rm /srv/hr/by-anna', { account: 'anna' });
  },

  async 'both-sides'(book, block) {
    await book.service.loseAnswer('00256');
    const said = await book.type(block, {
      // The row whose answer is lost ends it with 4.
      change: (text) => text.replace("/etc/rwa/token'", "/etc/rwa/token || [ $? = 4 ]'"),
    });
    assert.match(said, /1 unconfirmed/);
    for (const name of ['hires.xlsx', 'hires.xlsx.rwa-journal.jsonl']) {
      assert.equal(await rights(book, `/srv/hr/${name}`), '660 rwa hr-sheets', name);
    }
    // That HR settles it and the schedule goes on is in test/batch/cli/twoAccounts.test.ts.
  },
};
