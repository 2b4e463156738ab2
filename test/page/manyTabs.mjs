// A person opens more tabs than a browser opens connections to a server. Each tab still shows all changes.
import { createTrips, writeRows } from '../e2e/sheet.mjs';
import { upload } from './sheetScreens.mjs';

/** The number of tabs besides the first one. A browser opens at most six HTTP/1.1 connections to a server. */
const TABS = 8;

export async function play(stage) {
  await stage.startService('--ready-after', '0ms');
  const { link } = await stage.startServer();
  const person = await stage.createPerson();
  await person.join(link);
  await writeRows(stage.getPath('first.xlsx'), createTrips(['T-1', 'T-2']));
  await upload(person, stage.getPath('first.xlsx'));
  const sheet = person.page.url();
  const list = new URL('/', sheet).href;

  const tabs = [];
  for (let index = 0; index < TABS; index++) {
    const tab = await person.context.newPage();
    await tab.goto(index % 2 === 0 ? list : sheet);
    await tab.getByRole('heading', { level: 1, name: /^(?:Sheets|first)/ }).waitFor();
    tabs.push(tab);
  }
  const [closedTab] = tabs;
  await writeRows(stage.getPath('second.xlsx'), createTrips(['T-3']));
  await person.page.goto(list);
  await upload(person, stage.getPath('second.xlsx'));
  const lists = tabs.filter((_, index) => index % 2 === 0);
  await Promise.all(lists.map((tab) => tab.getByRole('link', { name: 'second.xlsx' }).waitFor()));

  // Closing a tab does not affect the others.
  await closedTab.close();
  await person.page.goto(sheet);
  await person.follow(/^Assess/);
  await person.press('Assess 2 rows');
  const sheets = tabs.filter((_, index) => index % 2 === 1);
  await Promise.all(sheets.map((tab) => tab.getByText('2 scored').first().waitFor()));
  await Promise.all(
    lists.slice(1).map((tab) => tab.getByRole('row', { name: /first\.xlsx.*2 scored/ }).waitFor()),
  );
}
