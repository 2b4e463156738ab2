import { duplicateRows, invalidRows, type ReportAdvice } from '../../report/advice.js';

export const reportAdvice: ReportAdvice = {
  remedies: {
    Unconfirmed:
      'Sent, but without a usable answer. Check in the service whether their assessments exist, and answer on the page under Needs review; nothing is sent again until you do.',
    Rejected:
      'Rejected by the service. Correct their values on the page, then start a run under Assess.',
    Invalid: `${invalidRows} Follow the message of each row.`,
    Duplicate: duplicateRows,
    Forgotten: 'Their person was forgotten, and they are not sent again.',
    Pending: 'Still waiting for a result. Start a run under Assess later; nothing is sent twice.',
    'Not sent': 'Start a run under Assess to send them.',
  },
  otherReasons: 'the page lists them',
  assessAgain:
    'On the page, a sheet can be assessed again now, or regularly, such as every quarter.',
  howToScore: (rows) =>
    rows === 0
      ? 'The sheet has no rows with inputs. Upload one that has a row for each trip or hire.'
      : 'The report needs at least one score. Start a run under Assess, then download the report again.',
};
