// Debian's Chromium, as people of different screens use it, and what must hold on every screen.
import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium as playwright } from 'playwright-core';

const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
/** The browser's binary, if there is one. */
export const chromium = candidates.find((file) => file !== undefined && existsSync(file));

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A folder for a screenshot of every screen, if it is wanted. */
const shots = process.env.RWA_PAGE_SHOTS;

export const desktop = { width: 1280, height: 860 };
export const phone = { width: 390, height: 844 };

/** Opens a browser; `person` gives somebody a browser of their own in it. */
export async function openBrowser() {
  const browser = await playwright.launch({ executablePath: chromium, args: flags });
  const people = [];
  return {
    async person(viewport = desktop, options = {}) {
      const someone = await Person.in(browser, viewport, options);
      people.push(someone);
      return someone;
    },
    /** Throws when the browser has said anything against the page in anybody's window. */
    checkSilence() {
      assert.deepEqual(
        people.flatMap(({ complaints }) => complaints),
        [],
      );
    },
    close: () => browser.close(),
  };
}

/** Somebody with cookies and a window of their own. */
class Person {
  /** What the console has said against the page: errors, and violations of its security policy. */
  complaints = [];
  #expected = [];

  static async in(browser, viewport, options) {
    const isPhone = viewport.width < 600;
    const touch = isPhone ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {};
    const context = await browser.newContext({
      ...{ viewport, acceptDownloads: true, reducedMotion: 'reduce' },
      ...{ locale: 'en-GB', timezoneId: 'Europe/Berlin', ...touch, ...options },
    });
    // A busy machine takes its time.
    context.setDefaultTimeout(60_000);
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        console.error(`against the policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    const page = await context.newPage();
    return new Person(context, page);
  }

  constructor(context, page) {
    this.context = context;
    this.page = page;
    page.on('console', (message) => {
      if (message.type() === 'error') this.#hear(message.text());
    });
    page.on('pageerror', (error) => this.#hear(String(error.stack ?? error)));
  }

  /** Lets the console say this once: a refusal that is tried on purpose. */
  expect(pattern) {
    this.#expected.push(pattern);
  }

  #hear(text) {
    const index = this.#expected.findIndex((pattern) => pattern.test(text));
    if (index >= 0) this.#expected.splice(index, 1);
    else this.complaints.push(text);
  }

  /** Opens a one-time link and uses it. */
  async join(link) {
    await this.page.goto(link);
    await this.page.getByRole('button', { name: 'Sign in here' }).click();
    await this.page.getByRole('heading', { name: 'Sheets', level: 1 }).waitFor();
  }

  /**
   * A screen must please axe in light and in dark, have one main heading, and not be wider than the
   * window. With a folder for it, both looks are kept as pictures.
   */
  async look(name) {
    const { page } = this;
    const { width } = page.viewportSize();
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      if (shots !== undefined) {
        await mkdir(shots, { recursive: true });
        await page.screenshot({
          path: join(shots, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
      const found = await this.#axe();
      assert.deepEqual(found, [], `axe on ${name}, ${colorScheme}, at ${width}`);
    }
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, `headings of ${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${name} is ${wide} pixels wide in a window of ${width}`);
  }

  async #axe() {
    await this.page.evaluate(axe);
    return this.page.evaluate(async () => {
      const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
      return violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join(' | ')}`,
      );
    });
  }

  /** Clicks, and gives the file that is downloaded by it. */
  async download(click) {
    const [download] = await Promise.all([this.page.waitForEvent('download'), click()]);
    return { path: await download.path(), name: download.suggestedFilename() };
  }
}
