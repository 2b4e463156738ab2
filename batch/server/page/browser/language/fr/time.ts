import type { time as english } from '../en/time.js';
import type { Translation } from '../../../../contract/languages.js';

export const time: Translation<typeof english> = {
  today: 'aujourd’hui à {{time}}',
  yesterday: 'hier à {{time}}',
  tomorrow: 'demain à {{time}}',
  moment: 'le {{day}} à {{time}}',
  fewSeconds: 'quelques secondes',
  seconds_one: '{{count}} seconde',
  seconds_other: '{{count}} secondes',
  minutes_one: '{{count}} minute',
  minutes_other: '{{count}} minutes',
  hours_one: '{{count}} heure',
  hours_other: '{{count}} heures',
  about: 'environ {{duration}}',
  upTo: 'jusqu’à {{duration}}',
  range: 'environ {{from}} à {{to}}',
};
