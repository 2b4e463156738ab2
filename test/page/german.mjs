// HR in Germany assesses a German workbook. The page is in German from the first link on, because the browser is set
// to German. Then HR chooses French in the profile. No screen has an English text, and axe finds no violations.
import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import ExcelJS from 'exceljs';
import { messyColumns, messyHeaderRow, createMessySheet } from '../batch/server/messySheet.ts';
import { desktop, eventually, Person } from './person.mjs';

const sheetName = 'einstellungen.xlsx';

/** The screens in the navigation, by language. The order is the same in both languages. */
const screens = {
  de: [
    'Compliance-Genehmigende',
    'Mitglieder',
    'Protokoll',
    'Betrieb',
    'Einstellungen',
    'Tabellen',
  ],
  fr: ['Approbateurs conformité', 'Membres', 'Journal', 'Exploitation', 'Paramètres', 'Tableaux'],
};

/** Words of English sentences that neither German nor French has. The name of the program may contain "Assessment". */
const englishWords = [
  'and|are|by|for|has|have|is|not|of|that|the|this|to|with|yet|you|your',
  'approver|assess|assessed|choose|decide|never|rejected|risk|row|rows|save|scored|sheet|sheets|upload',
  '(?<!Work )assessments?',
].join('|');

/** The year of the first day of a schedule: next year, so that this day is never in the past. */
const scheduledYear = new Date().getFullYear() + 1;

/** The English texts and the violations of accessibility rules on all screens. */
const findings = [];

export async function play(stage) {
  findings.length = 0;
  await stage.startService('--ready-after', '200ms');
  const { link } = await stage.startServer();
  const hr = await stage.createPerson(desktop, undefined, 'de-DE');
  await join(hr, link);
  await uploadAndMatch(hr, stage);
  await checkRows(hr);
  await assessRows(hr);
  await readReport(hr, stage);
  await decideRow(hr);
  await planRounds(hr);
  await checkConnection(hr, 'de', 'Einstellungen', 'Jetzt prüfen');
  await readScreens(hr, 'de');
  await chooseFrench(hr);
  await checkConnection(hr, 'fr', 'Paramètres', 'Vérifier maintenant');
  await readScreens(hr, 'fr');
  await readSheetInFrench(hr);
  await signOut(hr);
  assert.deepEqual(findings, [], 'English texts, and violations that axe has found');
}

async function join(hr, link) {
  await hr.page.goto(link);
  await hr.waitForTitle('Willkommen, Administrator');
  await hr.waitForText(/Ihre Rolle: Administration/);
  await checkScreen(hr, 'de', 'join');
  await hr.press('Hier anmelden');
  await hr.waitForTitle('Tabellen');
  await hr.waitForText('Noch keine Tabellen');
  await hr.page.getByRole('link', { name: 'Vorlage herunterladen', exact: true }).waitFor();
  await checkScreen(hr, 'de', 'empty');
}

async function uploadAndMatch(hr, stage) {
  const { page } = hr;
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    hr.press('Dateien auswählen'),
  ]);
  await chooser.setFiles(await writeGermanSheet(stage));
  await page.getByRole('heading', { name: 'Was enthalten die Spalten?' }).waitFor();
  await hr.waitForTitle(/^einstellungen\.xlsx/);
  await page.getByRole('link', { name: /^Zuordnen/ }).waitFor();
  await hr.waitForText('Noch nicht zugeordnet: Verkaufsverträge.');
  assert.equal(await page.getByLabel('Tabellenblatt').inputValue(), 'Daten');
  assert.equal(await page.getByLabel('Zielland', { exact: true }).inputValue(), 'F');
  await checkScreen(hr, 'de', 'match');
  await openHelp(hr, 'de', /^Hilfe ?: Zuordnen \(neuer Tab\)$/);
  const contracts = page.getByLabel('Verkaufsverträge', { exact: true });
  await contracts.selectOption(messyColumns.salesContracts);
  await hr.press('Alle Vermutungen bestätigen');
  await hr.press('Zeilen prüfen');
}

async function checkRows(hr) {
  const { page } = hr;
  await hr.waitForText(/^1 Zeile hat Probleme/);
  await page.getByRole('button', { name: 'Diese Zeile ignorieren: 00702', exact: true }).waitFor();
  await checkScreen(hr, 'de', 'check');
  // The choices stay English, as in the service.
  await page.getByLabel('Verkaufsverträge: 00702', { exact: true }).selectOption('Yes');
  await hr.press('Verkaufsverträge korrigieren: 00702');
  await hr.waitForText('Es wurden keine Probleme gefunden.');
  await hr.follow('Bewertung von 6 Zeilen planen');
}

async function assessRows(hr) {
  const { page } = hr;
  await page.getByRole('heading', { name: 'Was geschehen wird' }).waitFor();
  await page.getByRole('button', { name: '6 Zeilen bewerten', exact: true }).waitFor();
  await checkScreen(hr, 'de', 'start');
  await hr.press('6 Zeilen bewerten');
  await page.getByRole('progressbar', { name: 'Abgeschlossene Zeilen' }).waitFor();
  await page.getByRole('heading', { name: 'Abgeschlossen', exact: true }).waitFor();
  await checkScreen(hr, 'de', 'watch');
  await hr.follow('Ergebnisse ansehen');
  await page.getByRole('region', { name: 'Zeilen' }).waitFor();
  await hr.waitForText('6 bewertet');
  await page.getByRole('columnheader', { name: 'Risiko Lohnsteuer' }).waitFor();
  await page.getByRole('link', { name: 'Tabelle mit Risikowerten herunterladen' }).waitFor();
  await page.getByRole('row', { name: /00700 .* noch\Wkeine$/ }).waitFor();
  await checkScores(page);
  await checkScreen(hr, 'de', 'results');
}

/** Reads the report, which is in the language of the member who uploaded the sheet. */
async function readReport(hr, stage) {
  const path = await hr.download('Bericht', stage.folder);
  const report = await hr.page.context().newPage();
  await report.goto(pathToFileURL(path).href);
  assert.equal(await report.locator('html').getAttribute('lang'), 'de');
  await report.getByRole('heading', { name: 'Alle bewerteten Zeilen, das höchste' }).waitFor();
  await report.getByRole('columnheader', { name: 'Höchstes Risiko' }).waitFor();
  const english = await report.evaluate(listEnglishTexts, englishWords);
  findings.push(...english.map((text) => `report: ${text}`));
  await report.close();
}

async function decideRow(hr) {
  const { page } = hr;
  const panel = await openRow(page, '00700');
  await panel.getByText(/^Hire From Anywhere, United Kingdom, Zeile 5$/).waitFor();
  await assertFacts(panel, ['Status', 'Gesamtrisiko', 'Bewertet', 'Bewertungs-ID']);
  await panel.getByText(/^heute um \d{2}:\d{2}$/).waitFor();
  for (const name of ['Risiken, 0 bis 10', 'Entscheiden', 'Angaben']) {
    await panel.getByRole('heading', { name, exact: true }).waitFor();
  }
  await checkScreen(hr, 'de', 'row');
  const decision = panel.getByLabel('Entscheidung', { exact: true });
  assert.deepEqual(await decision.locator('option').allTextContents(), [
    'Offen',
    'Von der Führungskraft genehmigt',
    'Von der Compliance genehmigt',
    'Abgelehnt',
    'Storniert',
  ]);
  await decision.selectOption({ label: 'Von der Führungskraft genehmigt' });
  await panel.getByLabel('Führungskraft', { exact: true }).fill('M-100');
  await hr.waitForText('Nicht in der Liste: wird als Personal-ID verwendet.');
  await panel.getByLabel('Anmerkung (optional)').fill('Mit der Steuerabteilung abgestimmt');
  await hr.press('Entscheidung erfassen');
  await hr.waitForText('im Namen von M-100');
  await hr.waitForText(/^Um „Von der Führungskraft genehmigt“ rückgängig zu machen/);
  await waitForAnnouncement(hr, 'Erfasst: Von der Führungskraft genehmigt.');
  await waitForDecision(page, 'Von der Führungskraft genehmigt');
  await checkScreen(hr, 'de', 'decided');
  await hr.press('Schließen');
}

/** Sets a schedule. Its first day is a date with a year, which each language formats in another way. */
async function planRounds(hr) {
  const { page } = hr;
  await hr.follow(/^Neu bewerten/);
  await page.getByRole('heading', { name: 'Regelmäßig neu bewerten' }).waitFor();
  await page.getByLabel('Wie oft').selectOption({ label: 'Jedes Quartal' });
  await page.getByLabel('Ab', { exact: true }).fill(`${scheduledYear}-01-04`);
  await hr.press('Zeitplan festlegen');
  await hr.waitForText(new RegExp(`04\\.01\\.${scheduledYear} um \\d{2}:\\d{2}`));
  await checkScreen(hr, 'de', 'reassess');
}

async function chooseFrench(hr) {
  const { page } = hr;
  await page.locator('.who summary').click();
  await hr.follow('Profil');
  await hr.waitForTitle('Profil');
  await page.getByRole('heading', { name: 'Sprache', exact: true }).waitFor();
  await checkScreen(hr, 'de', 'profile');
  await page.getByLabel('Ihr Name').fill('Erika');
  await page.getByLabel('Sprache der Seite').selectOption({ label: 'Français' });
  await hr.press('Sprache speichern');
  await page.getByRole('button', { name: 'Enregistrer la langue' }).waitFor();
  await hr.waitForText('Enregistré.');
  assert.equal(await page.getByLabel('Votre nom').inputValue(), 'Erika');
  await page.getByRole('heading', { name: 'Langue', exact: true }).waitFor();
  assert.equal(await page.getByLabel('Langue de la page').inputValue(), 'fr');
  await waitForAnnouncement(hr, 'Votre langue est enregistrée.');
  await checkScreen(hr, 'fr', 'profile');
  // The language is stored on the server, so it does not change if the browser loses its drafts and preferences.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole('button', { name: 'Enregistrer la langue' }).waitFor();
}

async function readSheetInFrench(hr) {
  const { page } = hr;
  // The date is in French, although the browser is in German.
  await page.getByRole('row', { name: new RegExp(`4 janv\\. ${scheduledYear}$`) }).waitFor();
  await hr.follow(sheetName);
  await page.getByRole('region', { name: 'Lignes' }).waitFor();
  await page.getByRole('link', { name: /^Résultats/ }).waitFor();
  await page.getByRole('columnheader', { name: 'Risque lié à la sécurité sociale' }).waitFor();
  await page.getByRole('row', { name: /00701 .* pas\Wencore$/ }).waitFor();
  await waitForDecision(page, 'Approuvé par le responsable');
  await checkScores(page);
  await checkScreen(hr, 'fr', 'results');
  await openHelp(hr, 'fr', /^Aide\s+: Résultats \(nouvel onglet\)$/);
  const panel = await openRow(page, '00700');
  await panel.getByText(/^Hire From Anywhere, United Kingdom, ligne 5$/).waitFor();
  await assertFacts(panel, ['Statut', 'Risque global', 'Évaluée', 'Identifiant d’évaluation']);
  await panel
    .getByText(/^aujourd’hui à \d{2}:\d{2}$/)
    .first()
    .waitFor();
  for (const name of ['Risques, de 0 à 10', 'Décisions', 'Décider', 'Données']) {
    await panel.getByRole('heading', { name, exact: true }).waitFor();
  }
  await panel.getByRole('button', { name: 'Enregistrer la décision' }).waitFor();
  await panel.getByText('au nom de\u00A0: M-100').waitFor();
  await checkScreen(hr, 'fr', 'row');
}

/** Signs out. After that, the page has the language of the browser again. */
async function signOut(hr) {
  await hr.page.locator('.who summary').click();
  await hr.press('Se déconnecter');
  await hr.waitForTitle('Anmeldung');
  await checkScreen(hr, 'de', 'sign-in');
}

async function readScreens(hr, language) {
  for (const [index, screen] of screens[language].entries()) {
    await hr.follow(screen);
    await hr.waitForTitle(screen);
    await hr.page.waitForFunction(() => document.querySelector('.loading') === null);
    await checkScreen(hr, language, `screen-${index}`);
  }
}

async function checkConnection(hr, language, screen, button) {
  await hr.follow(screen);
  await hr.waitForTitle(screen);
  await hr.press(button);
  await hr.waitForText(/^(?:SQLite|Postgres) /);
  await checkScreen(hr, language, 'connection');
}

/** Checks the help of a step, which opens in a new tab. Its English texts are allowed, because it quotes files. */
async function openHelp(hr, language, link) {
  const [page] = await Promise.all([hr.context.waitForEvent('page'), hr.follow(link)]);
  const reader = new Person(hr.context, page, hr.pictures);
  await page.waitForLoadState();
  const { pathname, hash } = new URL(page.url());
  assert.equal(pathname, `/help/${language}`);
  assert.equal(await page.locator('html').getAttribute('lang'), language);
  await page.locator(`h2${hash}`).waitFor();
  findings.push(...(await reader.findViolations(`${language}-help`)));
  await reader.checkLayout(`${language}-help`);
  hr.errors.push(...reader.errors);
  await page.close();
}

async function openRow(page, employeeId) {
  await page.getByRole('link', { name: employeeId, exact: true }).click();
  const panel = page.getByRole('complementary', { name: employeeId, exact: true });
  await panel.getByRole('term').first().waitFor();
  return panel;
}

function waitForAnnouncement(hr, text) {
  return eventually(async () => {
    const announcements = await hr.getAnnouncements();
    // A recorded text may begin with earlier announcements that are still on the page.
    assert.ok(
      announcements.some((announced) => announced.endsWith(text)),
      `announced: ${announcements.join(' | ')}`,
    );
  });
}

async function assertFacts(panel, names) {
  const terms = await panel.getByRole('term').allTextContents();
  assert.deepEqual(
    names.filter((name) => !terms.includes(name)),
    [],
    `facts about the row: ${terms}`,
  );
}

function waitForDecision(page, name) {
  return page.locator('.results td.decision .tag').getByText(name, { exact: true }).waitFor();
}

/** Checks that all scores have a decimal comma. */
async function checkScores(page) {
  await page.locator('.results .score').first().waitFor();
  for (const score of await page.locator('.results :is(.score, .heat)').allTextContents()) {
    assert.match(score, /^\d+,\d$/);
  }
}

async function checkScreen(hr, language, name) {
  const { page } = hr;
  const place = `${language}-${name}`;
  await hr.checkLayout(place);
  assert.equal(await page.locator('html').getAttribute('lang'), language, place);
  const violations = await hr.findViolations(place);
  const english = await page.evaluate(listEnglishTexts, englishWords);
  findings.push(...violations, ...english.map((text) => `${place}: ${text}`));
}

/** Runs in the browser. Returns all texts of the page with one of these words, including texts for screen readers. */
function listEnglishTexts(words) {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    // The text for browsers without scripts is not shown.
    if (parentElement.closest('noscript') === null) texts.push(textContent);
  }
  const attributes = ['alt', 'aria-label', 'aria-valuetext', 'data-label', 'placeholder', 'title'];
  for (const attribute of attributes) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) {
      texts.push(element.getAttribute(attribute));
    }
  }
  const english = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu');
  return [...new Set(texts)].filter((text) => english.test(text));
}

/** Writes the messy sheet with valid countries and end dates, so that only "Ja" must be corrected. */
async function writeGermanSheet(stage) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await createMessySheet());
  const sheet = book.getWorksheet('Daten');
  const countries = { UK: 'United Kingdom', Holland: 'Netherlands' };
  for (let row = messyHeaderRow + 1; row <= messyHeaderRow + 6; row++) {
    const destination = sheet.getCell(`${messyColumns.destination}${row}`);
    destination.value = countries[destination.value] ?? destination.value;
    sheet.getCell(`${messyColumns.endDate}${row}`).value = new Date('2027-11-02T00:00:00Z');
  }
  await writeFile(stage.getPath(sheetName), await book.xlsx.writeBuffer());
  return stage.getPath(sheetName);
}
