import type { Finding } from '../../doctor/finding.js';
import { createFindingWords, wordFindingWith, type WordedFinding } from '../../wording/findings.js';
import { inWords } from './wording.js';

const words = createFindingWords({
  serviceUnusable: ({ service, failure }) => inWords({ code: 'serviceUnusable', service, failure }),
  afterChange: '',
});

export function wordFinding(finding: Finding): WordedFinding {
  return wordFindingWith(words, finding);
}
