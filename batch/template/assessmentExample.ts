import { assessmentExample as values } from '../engine/operations/assessmentExample.js';
import type { Example } from './example.js';

export const assessmentExample = {
  file: 'remote-work-assessment.xlsx',
  sheet: 'Assessments',
  shows: 'a trip and a hire',
  values,
} satisfies Example;
