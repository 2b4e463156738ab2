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
    const lost = '00256';
    await book.service.loseAnswer(lost);
    const said = await book.type(block, {
      // The row whose answer is lost ends it with 4.
      change: (text) => text.replace("/etc/rwa/token'", "/etc/rwa/token || [ $? = 4 ]'"),
    });
    assert.match(said, /1 unconfirmed/);
    for (const name of ['hires.xlsx', 'hires.xlsx.rwa-journal.jsonl']) {
      assert.equal(await rights(book, `/srv/hr/${name}`), '660 rwa hr-sheets', name);
    }
    await settleByHr(book, lost);
    await afterHrHasSaved(book);
  },
};

/** HR says that the assessment exists, and the schedule's account goes on. */
async function settleByHr(book, lost) {
  const { assessments } = await book.service.ledger();
  const { assessmentId } = assessments.findLast(({ employeeId }) => employeeId === lost) ?? {};
  const rows = await book.typeText('rwa resolve /srv/hr/hires.xlsx --json', { account: 'anna' });
  const [{ row }] = rows
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const settle = `rwa resolve /srv/hr/hires.xlsx --row ${row} --exists ${assessmentId}`;
  await book.typeText(settle, { account: 'anna' });
  assert.equal(await rights(book, '/srv/hr/hires.xlsx.rwa-journal.jsonl'), '660 rwa hr-sheets');
  const sent = (await book.service.ledger()).requests.rwa_create;
  await book.typeText(goOn);
  assert.equal((await book.service.ledger()).requests.rwa_create, sent);
}

/** A program that saves by a new file makes the sheet HR's; both can go on. */
async function afterHrHasSaved(book) {
  const save = 'cd /srv/hr && umask 022 && cp hires.xlsx saved.xlsx && mv saved.xlsx hires.xlsx';
  await book.typeText(save, { account: 'anna' });
  assert.equal(await rights(book, '/srv/hr/hires.xlsx'), '660 anna hr-sheets');
  await book.typeText(
    goOn.replace('rwa assess', 'rwa reassess').replace('--yes', '--yes --new-round'),
  );
  assert.equal(await rights(book, '/srv/hr/hires.xlsx'), '660 rwa hr-sheets');
  await book.typeText('rwa status /srv/hr/hires.xlsx', { account: 'anna' });
}

const goOn = `sudo -u rwa sh -c 'umask 007 && set -a && . /etc/rwa/env && set +a && rwa assess /srv/hr/hires.xlsx --yes --token-file /etc/rwa/token'`;
