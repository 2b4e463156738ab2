import { createFindingWording } from '../../wording/findings.js';
import { inWords } from './wording.js';

/** Words a finding for the page. */
export const wordFinding = createFindingWording({
  serviceUnusable: ({ service, failure }) => inWords({ code: 'serviceUnusable', service, failure }),
  afterChange: ' Then restart the server.',
});
