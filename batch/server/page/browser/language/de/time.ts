import type { time as english } from '../en/time.js';
import type { Translation } from '../../../../contract/languages.js';

export const time: Translation<typeof english> = {
  today: 'heute um {{time}}',
  yesterday: 'gestern um {{time}}',
  tomorrow: 'morgen um {{time}}',
  moment: '{{day}} um {{time}}',
  fewSeconds: 'einige Sekunden',
  seconds_one: '{{count}} Sekunde',
  seconds_other: '{{count}} Sekunden',
  minutes_one: '{{count}} Minute',
  minutes_other: '{{count}} Minuten',
  hours_one: '{{count}} Stunde',
  hours_other: '{{count}} Stunden',
  about: 'etwa {{duration}}',
  upTo: 'bis zu {{duration}}',
  range: 'etwa {{from}} bis {{to}}',
};
