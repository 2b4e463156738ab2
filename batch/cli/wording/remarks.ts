import { remarkWords } from '../../wording/remarks.js';
import { valueText } from './values.js';

/** The parts of sentences about problems for the command line. */
export const remarkAdvice = {
  moreProblems: 'rwa check lists them.',
  orAcceptSuggestions: 'Or add --accept-suggestions.',
};

/** The functions that word problems with the values of a sheet for the command line. */
export const { remarksText, columnProblemText, settingProblemText } = remarkWords({
  ...remarkAdvice,
  valueText,
});
