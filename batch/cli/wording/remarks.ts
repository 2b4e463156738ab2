import { remarkWords } from '../../wording/remarks.js';
import { valueText } from './values.js';

export const remarkAdvice = {
  moreProblems: 'rwa check lists them.',
  orAcceptSuggestions: 'Or add --accept-suggestions.',
};

export const { remarksText, columnProblemText, settingProblemText } = remarkWords({
  ...remarkAdvice,
  valueText,
});
