import { expect, test } from 'vitest';
import type { Language } from '../../../../batch/server/contract/languages.js';
import type { MailNotice } from '../../../../batch/server/mail/queueMails.js';
import { wordNotice, wordTest } from '../../../../batch/server/words/mailText.js';

const notice: MailNotice = {
  name: 'Q3 hires.xlsx',
  operation: 'assess',
  state: 'ended',
  isSandbox: true,
  tookMs: 12 * 60_000,
  scored: 1_240,
  pending: 1,
  review: { rejected: 12, review: 1, blocked: 0 },
  messages: [],
  because: 'began',
};
const links = {
  sheet: 'https://rwa.example.com/sheets/1',
  notices: 'https://rwa.example.com/profile',
};

const word = (language: Language, changes: Partial<MailNotice> = {}) =>
  wordNotice({ ...notice, ...changes }, links, language);

test('an email about a run has English sentences, numbers and plurals', () => {
  const { subject, text, html } = word('en');
  expect(subject).toBe('Q3 hires: 1,240 assessed, 12 rows rejected, 1 row needs review');
  expect(text.split('\n\n')).toEqual([
    'The assessment of Q3 hires.xlsx finished after 12 minutes.',
    '1,240 rows of the sheet have scores. 1 row is waiting for scores.',
    '12 rows were rejected. 1 row needs review.',
    'This server uses the sandbox: all scores are made up.',
    'Open the sheet: https://rwa.example.com/sheets/1',
    'You received this email because you started this run.',
    'Choose your notices: https://rwa.example.com/profile\n',
  ]);
  expect(html).toContain('<html lang="en">');
});

test('an email about a run has German sentences, numbers and plurals', () => {
  const { subject, text, html } = word('de');
  expect(subject).toBe('Q3 hires: 1.240 bewertet, 12 Zeilen zurückgewiesen, 1 Zeile zu klären');
  expect(text.split('\n\n')).toEqual([
    'Die Bewertung von Q3 hires.xlsx ist nach 12 Minuten abgeschlossen.',
    '1.240 Zeilen der Tabelle haben Risikowerte. 1 Zeile wartet auf Risikowerte.',
    '12 Zeilen wurden zurückgewiesen. 1 Zeile ist zu klären.',
    'Dieser Server verwendet die Sandbox: Alle Risikowerte sind erfunden.',
    'Tabelle öffnen: https://rwa.example.com/sheets/1',
    'Sie erhalten diese E-Mail, weil Sie diesen Durchlauf gestartet haben.',
    'Benachrichtigungen wählen: https://rwa.example.com/profile\n',
  ]);
  expect(html).toContain('<html lang="de">');
});

test('an email about a run has French sentences, numbers and plurals', () => {
  const { subject, text, html } = word('fr');
  expect(subject).toBe(
    'Q3 hires\u00A0: lignes évaluées\u00A0: 1\u202F240, 12 lignes refusées, 1 ligne à vérifier',
  );
  expect(text.split('\n\n')).toEqual([
    'L’évaluation du fichier Q3 hires.xlsx est terminée. Durée\u00A0: 12 minutes.',
    '1\u202F240 lignes du tableau ont des scores. 1 ligne est en attente du score.',
    '12 lignes ont été refusées. 1 ligne est à vérifier.',
    'Ce serveur utilise le bac à sable\u00A0: tous les scores sont fictifs.',
    'Ouvrir le tableau\u00A0: https://rwa.example.com/sheets/1',
    'Vous recevez cet e-mail parce que vous avez lancé cette exécution.',
    'Choisir vos notifications\u00A0: https://rwa.example.com/profile\n',
  ]);
  expect(html).toContain('<html lang="fr">');
});

test('an email does not mention "Needs review" if rows were rejected but no row needs review', () => {
  const review = { rejected: 2, review: 0, blocked: 0 };
  const { subject, text } = word('en', { review });
  expect(subject).toBe('Q3 hires: 1,240 assessed, 2 rows rejected');
  expect(text).toContain('\n\n2 rows were rejected.\n\n');
  expect(`${subject} ${text}`).not.toContain('review');
});

test('an email about blocked rows refers to Check', () => {
  const review = { rejected: 0, review: 0, blocked: 1 };
  expect(word('en', { review }).text).toContain('1 row needs an answer under Check.');
  expect(word('de', { review }).text).toContain('1 Zeile wartet unter „Prüfen“ auf Klärung.');
  expect(word('fr', { review }).text).toContain(
    '1 ligne est à trancher dans «\u00A0Vérification\u00A0».',
  );
});

test.each([
  [400, 'less than a second', 'weniger als einer Sekunde', 'moins d’une seconde'],
  [89_000, '89 s', '89 s', '89 s'],
  [89 * 60_000, '89 minutes', '89 Minuten', '89 minutes'],
  [120 * 60_000, '2.0 hours', '2,0 Stunden', '2,0 heures'],
])('an email shows the duration of a run of %d ms as %s', (tookMs, english, german, french) => {
  expect(word('en', { tookMs }).text).toContain(`after ${english}.`);
  expect(word('de', { tookMs }).text).toContain(`nach ${german} abgeschlossen.`);
  expect(word('fr', { tookMs }).text).toContain(`Durée\u00A0: ${french}.`);
});

test('the name of a file is not interpreted as a variable or a reference to another text', () => {
  const name = '{{results}} $t(sandbox).xlsx';
  const { subject, text } = word('de', { name });
  expect(subject).toMatch(/^\{\{results\}\} \$t\(sandbox\): 1\.240 bewertet/);
  expect(text).toContain(`Die Bewertung von ${name} ist nach`);
});

test('the test message has German text and the URL of the page', () => {
  expect(wordTest('https://rwa.example.com', 'de')).toMatchObject({
    subject: 'Testnachricht von Remote Work Assessment',
    text: expect.stringContaining('Seite öffnen: https://rwa.example.com\n') as string,
  });
});
