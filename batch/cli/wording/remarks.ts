import { remarkWords } from '../../wording/remarks.js';
import { valueText } from './values.js';

/** The functions that word problems with the values of a sheet for the command line. */
export const { remarksText, remarkText, columnProblemText, settingProblemText, remedyText } =
  remarkWords({
    valueText,
    moreProblems: 'rwa check lists them.',
    orAcceptSuggestions: 'Or add --accept-suggestions.',
  });
