import { remarkWords } from '../../wording/remarks.js';
import { valueText } from './values.js';

/** Words the problems of the values in a sheet for the command line. */
export const { remarksText, remarkText, columnProblemText, settingProblemText, remedyText } =
  remarkWords({
    valueText,
    moreProblems: 'rwa check lists them.',
    orAcceptSuggestions: 'Or add --accept-suggestions.',
  });
