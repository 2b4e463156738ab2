import { utcMinute } from '../../wording/words.js';
import type { RecordGap } from '../restore/recordGap.js';

/** The label of the button that ends the hold after a restore. */
const checkedButton = 'I have checked the service';

/** The label of the button that ends the hold of sheets that are uploaded later. */
const endButton = 'Let new sheets run';

/** Explains the check that is necessary before a sheet of a restored server is run again. */
export function sheetGapText(gap: RecordGap, isNewSheet: boolean): string {
  const text = `${gapText(gap)} Rows of this sheet that were sent in that time would be sent again. Look in the service for assessments of these people from that time whose IDs are not in this sheet. If there are none, press "${checkedButton}". If there are some, press "Download the sheet with scores" under Results, type the IDs into the column Assessment ID, upload that file as a new sheet, and delete this one. In the new sheet, open one of these rows under Results and confirm the IDs of all.`;
  return isNewSheet
    ? `${text} Every file that is uploaded now waits like this one, until an administrator presses "${endButton}". That is safe once all files that were uploaded in that time have been uploaded again, or if there were none.`
    : text;
}

/** Explains the check that is necessary before a restored server invites anybody. */
export function peopleGapText(gap: RecordGap): string {
  return `${gapText(gap)} Look in the service who was invited in that time, then press "${checkedButton}". Do not invite these people again.`;
}

function gapText({ since, noticedAt }: RecordGap): string {
  const [from, to] = [since === null ? undefined : utcMinute(since), utcMinute(noticedAt)];
  const between = from === to ? `at ${to}` : `between ${from} and ${to}`;
  const time = from === undefined ? `before ${to}` : between;
  return `This server was restored from a backup, or its data was copied from elsewhere. It does not know what was sent ${time}.`;
}
