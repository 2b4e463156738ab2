import { utcMinute } from '../../wording/words.js';
import type { RecordGap } from '../store/recordGap.js';

/** The label of the button that ends the hold after a restore. */
const checkedButton = 'I have checked the service';

/** Explains the check that is necessary before a sheet of a restored server is run again. */
export function sheetGapText(gap: RecordGap): string {
  return `${gapText(gap)} Rows of this sheet that were sent in that time would be sent again. Look in the service for assessments of these people from that time whose IDs are not in this sheet. If there are none, press "${checkedButton}". If there are some, press "Download the sheet with scores" under Results, type the IDs into the column Assessment ID, upload that file as a new sheet, and delete this one.`;
}

/** Explains the check that is necessary before a restored server invites anybody. */
export function peopleGapText(gap: RecordGap): string {
  return `${gapText(gap)} Look in the service who was invited in that time, then press "${checkedButton}". Do not invite these people again.`;
}

function gapText({ since, noticedAt }: RecordGap): string {
  const time =
    since === null
      ? `before ${utcMinute(noticedAt)}`
      : `between ${utcMinute(since)} and ${utcMinute(noticedAt)}`;
  return `This server was restored from a backup, or its data was copied from elsewhere. It does not know what was sent ${time}.`;
}
