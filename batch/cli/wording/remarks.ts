import { remarkWords } from '../../wording/remarks.js';
import { valueText } from './values.js';

/** What is wrong with the values of a sheet, in the words of the command line. */
export const { remarksText, remarkText, columnProblemText, settingProblemText, remedyText } =
  remarkWords({
    valueText,
    moreProblems: 'rwa check lists them.',
    orAcceptSuggestions: 'Or add --accept-suggestions.',
  });
