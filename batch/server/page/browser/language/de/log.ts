import type { log as english } from '../en/log.js';
import type { Translation } from '../../../../contract/languages.js';

export const log: Translation<typeof english> = {
  lead: 'Wer was getan hat, das Neueste zuerst. Der Inhalt von Zeilen erscheint hier nie.',
  onlyAdministrators: 'Nur die Administration kann das Protokoll lesen.',
  loading: 'Das Protokoll wird geladen …',
  empty: 'Noch keine Einträge',
  caption: 'Was getan wurde',
  who: 'Wer',
  what: 'Was',
  sheet: 'Tabelle',
  when: 'Wann',
  more: 'Frühere Einträge anzeigen',
};
