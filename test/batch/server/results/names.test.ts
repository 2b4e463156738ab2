import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Changes } from '../../../../batch/server/changes.js';
import type {
  DetailedRow,
  Matching,
  Problems,
  RowList,
} from '../../../../batch/server/contract/shapes.js';
import { createTemporaryPath } from '../../../../batch/server/results/downloads/temporaryFile.js';
import { writeDownload } from '../../../../batch/server/results/downloads/writeDownload.js';
import { Retention } from '../../../../batch/server/settings/retention.js';
import { storeSettings } from '../../../../batch/server/settings/settingStore.js';
import { createSheetFiles } from '../../../../batch/server/sheets/files/sheetFiles.js';
import type { Download } from '../../../../batch/server/contract/shapes.js';
import { openProxy } from '../../../sandbox/openProxy.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { folderWith, toEnv } from '../../cli/rwaUnderTest.js';
import { headings, hireRow } from '../../run/testRun.js';
import { serve } from '../serveUnderTest.js';
import { testSheets } from '../sheets/testSheets.js';
import { findPlacesWith } from '../storedFile.js';

function createSheet(columns: string, rows: readonly string[]): string {
  // Only the second row has a problem.
  const lines = rows.map((row, index) => {
    const hire = hireRow(`E-${index + 1}`);
    return `${row},${index === 1 ? hire.replace('Mid', 'Middling') : hire}`;
  });
  return [`${columns},${headings}`, ...lines, ''].join('\r\n');
}

async function uploadSheet(columns: string, rows: readonly string[]) {
  const server = await testSheets();
  const { id } = await server.upload('hires.csv', createSheet(columns, rows));
  const path = `/api/sheets/${id}`;
  const { store } = server;
  const ports = {
    store,
    service: { name: 'the sandbox', isSandbox: true },
    now: () => Date.parse('2026-12-01T08:00:00Z'),
  };
  return {
    ...server,
    id,
    path,
    ports,
    listNames: async (search = '') => {
      const { rows } = await server.json<RowList>('GET', `${path}/rows?q=${search}`);
      return rows.map(({ name, department }) => [name, department]);
    },
    /** Returns the heading for each field that is not an input: null without a column, with a question mark for a guess. */
    listContextColumns: async () => {
      const { fields, columns: all } = await server.json<Matching>('GET', `${path}/match`);
      const context = fields.filter(({ isContext }) => isContext === true);
      return context.map(({ column, guessedFrom }) => {
        const heading = all.find(({ letter }) => letter === column)?.heading ?? null;
        return guessedFrom === undefined ? heading : `${guessedFrom}?`;
      });
    },
    download: async (kind: Download) => {
      const file = createTemporaryPath(store.folder, '.txt');
      await writeDownload(ports, id, kind, file);
      return readFileSync(file, 'utf8');
    },
  };
}

test('row lists, row panels and searches have the name and the department of a person, and problems have the name', async () => {
  const rows = ['Zoë Ahlgren,Data & AI', '"Menon, Ravi",', ',Sales'];
  const { path, json, listContextColumns, listNames } = await uploadSheet('Full name,Dept', rows);
  expect(await listContextColumns()).toEqual(['Full name', null, 'Dept']);
  expect(await listNames()).toEqual([
    ['Zoë Ahlgren', 'Data & AI'],
    ['Menon, Ravi', undefined],
    [undefined, 'Sales'],
  ]);
  expect(await listNames('ZOE')).toEqual([['Zoë Ahlgren', 'Data & AI']]);
  expect(await listNames('sales')).toEqual([[undefined, 'Sales']]);
  const panel = await json<DetailedRow>('GET', `${path}/rows/2`);
  expect(panel).toMatchObject({ name: 'Zoë Ahlgren', department: 'Data & AI' });
  expect(JSON.stringify(panel.inputs)).not.toContain('Zoë');

  const { problems } = await json<Problems>('GET', `${path}/problems`);
  expect(problems).toMatchObject([{ employeeId: 'E-2', name: 'Menon, Ravi', field: 'seniority' }]);
});

test.each([
  ['Name,First name', 'Ahlgren,Zoë', 'Zoë Ahlgren'],
  ['Last name,First name', 'Ahlgren,Zoë', 'Zoë Ahlgren'],
  ['Name,First name', 'Zoë Ahlgren,Zoë', 'Zoë Ahlgren'],
  ['Name,First name', '"Ahlgren, Zoë",Zoë', 'Ahlgren, Zoë'],
  ['Name,Last name', 'Zoë Ahlgren,Ahlgren', 'Zoë Ahlgren'],
  ['First name,Note', 'Zoë,', 'Zoë'],
])(
  'the columns "%s" with the cells "%s" are joined into the name "%s"',
  async (columns, cells, name) => {
    const { listNames } = await uploadSheet(columns, [cells]);
    expect(await listNames()).toEqual([[name, undefined]]);
  },
);

test.each([
  ['German', 'Nachname,Vorname,Abteilung', ['Nachname?', 'Vorname?', 'Abteilung?']],
  ['French', 'Nom,Prénom,Département', ['Nom?', 'Prénom?', 'Département?']],
  ['Spanish', 'Nombre,Apellidos,Área', ['Apellidos?', 'Nombre?', 'Área?']],
  ['Italian', 'Nome,Cognome,Reparto', ['Cognome?', 'Nome?', 'Reparto?']],
  ['Dutch', 'Voornaam,Achternaam,Afdeling', ['Achternaam?', 'Voornaam?', 'Afdeling?']],
  ['Portuguese', 'Nome completo,Setor,Nota', ['Nome completo?', null, 'Setor?']],
])(
  'columns with headings in %s are guessed, and no name is shown before a person has confirmed them',
  async (_, columns, guesses) => {
    const { path, json, read, id, listNames, listContextColumns } = await uploadSheet(columns, [
      'Weber,Anna,Sales',
    ]);
    expect(await listContextColumns()).toEqual(guesses);
    expect(await listNames()).toEqual([[undefined, undefined]]);
    const { fields } = await json<Matching>('GET', `${path}/match`);
    const confirmed = Object.fromEntries(fields.map(({ name, column }) => [name, column]));
    await json('PUT', `${path}/match`, { columns: confirmed });
    await read(id);
    expect(await listContextColumns()).toEqual(
      guesses.map((heading) => heading?.replace('?', '') ?? null),
    );
    expect((await listNames()).flat().filter(Boolean)).toEqual(
      expect.arrayContaining([expect.any(String)]),
    );
  },
);

test('the chosen name column is kept for the next sheet with the same headings', async () => {
  const columns = 'Name,Nickname,Department';
  const { path, json, read, id, listNames, upload, listContextColumns } = await uploadSheet(
    columns,
    ['Zoë,Zo,Data'],
  );
  await json('PUT', `${path}/match`, { columns: { name: 'b', department: null } });
  await read(id);
  expect(await listContextColumns()).toEqual(['Nickname', null, null]);
  expect(await listNames()).toEqual([['Zo', undefined]]);
  await json('PUT', `${path}/match`, { columns: { name: 'ZZ', department: 'no letters' } });
  await read(id);
  expect(await listNames()).toEqual([[undefined, undefined]]);
  await json('PUT', `${path}/match`, { columns: { name: 'B', department: null } });
  await read(id);
  const next = await upload('next.csv', createSheet(columns, ['Ann,A,Data']));
  const { rows: later } = await json<RowList>('GET', `/api/sheets/${next.id}/rows`);
  expect(later[0]).toMatchObject({ name: 'A' });
  expect(later[0]).not.toHaveProperty('department');
});

test('a long name is shortened, and invisible control characters are escaped', async () => {
  const { listNames } = await uploadSheet('Name,Department', [`${'x'.repeat(30_000)},Sal\u202Ees`]);
  expect(await listNames()).toEqual([[`${'x'.repeat(57)}...`, String.raw`Sal\u202ees`]]);
});

test('the CSV has the name and the department beside the Employee ID, and the report has them, too', async () => {
  const columns = 'Salary,Department,Row,Name';
  const { download, store } = await uploadSheet(columns, ['100,Data,Lead,"=Zoë <b>"']);
  const [first, second] = (await download('results.csv')).split('\r\n');
  const expectedHeadings =
    'Row,Employee ID,Department,Name,Purpose,Destination,Salary,Row (sheet),Seniority,';
  expect(first).toContain(expectedHeadings);
  expect(first).toContain(',End date,Assessment status,');
  expect(second).toMatch(
    /^2,E-1,Data,'=Zoë <b>,Hire From Anywhere,Portugal,100,Lead,Mid,.*,Not sent,/,
  );
  await store.db.updateTable('row').set({ overall_trip: 5, status: 'Scored' }).execute();
  const report = await download('report');
  expect(report).toContain('=Zoë &lt;b&gt;, E-1<small>Data, Hire From Anywhere to Portugal');
});

test.each([
  [
    'de',
    /^\uFEFFZeile;Personalnummer;Name;Zweck;Zielland;Bericht \(Tabelle\);Rapport;Karrierestufe;.*;Startdatum;Enddatum;Assessment status;Meldung;Gesamtrisiko;Risiko Arbeitserlaubnis;/,
    /;Assessment ID;Bewertet am;Bericht;Erfasste Entscheidung;.*;Nicht erfasste Entscheidung$/,
  ],
  [
    'fr',
    /^\uFEFFLigne;Matricule;Name;Motif;Pays de destination;Bericht;Rapport \(tableau\);Niveau d’expérience;.*;Date de début;Date de fin;Assessment status;Message;Risque global;/,
    /;Assessment ID;Évaluée le;Rapport;Décision enregistrée;.*;Décision non enregistrée$/,
  ],
] as const)(
  'the headings of the CSV are in the language of the sheet: %s',
  async (language, beginning, end) => {
    const { download, store } = await uploadSheet('Name,Bericht,Rapport', ['Ann,B,R']);
    await store.db.updateTable('sheet').set({ language }).execute();
    const [headings] = (await download('results.csv')).split('\r\n');
    expect(headings).toMatch(beginning);
    expect(headings).toMatch(end);
  },
);

test('a CSV of selected rows has only these rows, and the columns of the file that are not inputs', async () => {
  const { ports, store, id } = await uploadSheet('Name,Salary', ['Ann,1', 'Bo,2', 'Cy,3']);
  const into = createTemporaryPath(store.folder, '.csv');
  const select = async (search: string) => {
    const selection = { filter: 'unsent', search } as const;
    await writeDownload(ports, id, 'results.csv', into, selection);
    const lines = readFileSync(into, 'utf8').trim().split('\r\n');
    return lines.slice(1).map((line) => line.split(',').slice(0, 6).join());
  };
  const [first, last] = ['2,E-1,Ann,', '4,E-3,Cy,'].map(
    (start) => `${start}Hire From Anywhere,Portugal,`,
  );
  expect(await select('')).toEqual([`${first}1`, `${last}3`]);
  expect(await select('cy')).toEqual([`${last}3`]);
  expect(await select('nobody')).toEqual([]);
});

test('retention deletes names and departments with the file, and leaves the Employee ID', async () => {
  const { store, ports, listNames, id } = await uploadSheet('Name,Department', [
    'Zanzibara,Quagmire',
  ]);
  expect(await listNames('zanzibara')).toHaveLength(1);
  expect(await findPlacesWith(store, 'Zanzibara')).not.toEqual([]);
  await storeSettings(store, { webhookUrl: null, retentionDays: 1 });
  const files = createSheetFiles(store);
  const changes = new Changes();
  await new Retention({ store, files, changes, now: () => ports.now() + 864e5 * 2 }).deleteDue();
  for (const text of ['Zanzibara', 'zanzibara', 'Quagmire', 'quagmire']) {
    expect(await findPlacesWith(store, text)).toEqual([]);
  }
  const row = await store.db.selectFrom('row').selectAll().where('sheet', '=', id).execute();
  const { search, person_sort: sort } = row[0] ?? {};
  expect(row).toMatchObject([{ employee_id: 'E-1', person_name: '', department: '' }]);
  expect([search, sort]).toEqual(['e-1', 'e-000000000001']);
});

test('no request to the service contains a name or a department', async () => {
  const sandbox = await startTestSandbox();
  const sent: string[] = [];
  const proxy = await openProxy(sandbox, { answer: (_, body) => void sent.push(body) });
  const env = { ...toEnv(sandbox), RWA_BASE_URL: proxy };
  const server = await serve(await folderWith(), env);
  const { id } = await server.upload(
    'hires.csv',
    createSheet('Name,Department', ['Zoë A,Quagmire']),
  );
  expect(await server.rows(id)).toMatchObject([{ name: 'Zoë A', department: 'Quagmire' }]);
  expect((await server.runToEnd(id)).counts).toEqual({ Scored: 1 });
  expect(sent.join()).toContain('"employeeId":"E-1"');
  expect(sent.join()).not.toMatch(/Zo|Quagmire/);
});
