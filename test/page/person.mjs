// A person in a story. Each person has a browser with separate cookies.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';

/** The time zone of the people and the server. */
export const timezoneId = 'Europe/Berlin';
/** The sizes of the windows on a desktop and a phone, in CSS pixels. */
export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The longest time that {@link eventually} repeats a failing check. */
const patienceMs = 15_000;

/**
 * Repeats a check until it no longer throws, because the page may show a change a moment later. Returns its result.
 * Throws the last error after {@link patienceMs}.
 */
export async function eventually(check) {
  const endMs = Date.now() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > endMs) throw error;
    }
    await delay(50);
  }
}

export class Person {
  /** The unexpected errors of the page: console errors, uncaught exceptions, and violations of its security policy. */
  errors = [];
  #expected = [];

  /** Opens a browser for a person. `pictures` is the start of the paths of all pictures. */
  static async create(browser, { viewport, storageState, locale }, pictures) {
    const isPhone = viewport.width < 600;
    const context = await browser.newContext({
      viewport,
      storageState,
      acceptDownloads: true,
      reducedMotion: 'reduce',
      locale,
      timezoneId,
      ...(isPhone ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
    });
    // Generous, because the page is slow on a busy machine.
    context.setDefaultTimeout(30_000);
    await context.addInitScript(recordEvents);
    return new Person(context, await context.newPage(), pictures);
  }

  constructor(context, page, pictures) {
    Object.assign(this, { context, page, pictures });
    page.on('console', (message) => {
      if (message.type() === 'error') this.#addError(`${message.text()} ${message.location().url}`);
    });
    // Listen from the beginning: otherwise a file dialog that opens at once would be missed.
    page.on('filechooser', () => undefined);
    page.on('pageerror', (error) => this.#addError(String(error.stack ?? error)));
  }

  /** Allows errors of the page that match this pattern, because the test causes them on purpose. */
  expect(pattern) {
    this.#expected.push(pattern);
  }

  #addError(text) {
    if (!this.#expected.some((pattern) => pattern.test(text))) this.errors.push(text);
  }

  /** Opens a one-time link and uses it. */
  async join(link) {
    await this.page.goto(link);
    await this.press('Sign in here');
    await this.waitForTitle('Sheets');
  }

  /** Waits for a screen by its main heading. */
  waitForTitle(name) {
    return this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  waitForText(text) {
    return this.page.getByText(text).first().waitFor();
  }

  press(name) {
    return this.#activate(this.page.getByRole('button', { name }));
  }

  follow(name) {
    return this.#activate(this.page.getByRole('link', { name, exact: true }));
  }

  #activate(target) {
    return this.page.viewportSize().width < 600 ? target.tap() : target.click();
  }

  /** Follows a download link, and returns the path of the file, which has the name that the server suggests. */
  async download(name, folder) {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('link', { name, exact: true }).click(),
    ]);
    const path = `${folder}/${download.suggestedFilename()}`;
    await download.saveAs(path);
    return path;
  }

  /** Returns the announcements for screen readers, in order. */
  getAnnouncements() {
    return this.page.evaluate(() => globalThis.announcements);
  }

  /**
   * Checks the layout of the current screen: it has one main heading, and nothing is wider than the window. Also takes
   * pictures with this name in light and dark mode.
   */
  async checkLayout(name) {
    const { page } = this;
    const { width, height } = page.viewportSize();
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      const path = `${this.pictures}-${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
    await eventually(async () => {
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, `headings of ${name}`);
      const contentWidth = await page.evaluate(() => document.scrollingElement.scrollWidth);
      assert.ok(
        contentWidth <= width,
        `${name} is ${contentWidth} pixels wide in a window of ${width}x${height}`,
      );
    });
  }

  /** Returns the violations of accessibility rules that axe finds on the screen, in light and dark mode. */
  async findViolations(name) {
    const { page } = this;
    const { width } = page.viewportSize();
    await page.evaluate(axeScript);
    const allViolations = [];
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      // The modes differ only in colours, so one full check is enough.
      const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
      const violationsOfMode = await page.evaluate(async (rules) => {
        const options = { resultTypes: ['violations'], ...rules };
        const { violations } = await globalThis.axe.run(document, options);
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
        );
      }, rules);
      const place = `${name}, ${colorScheme}, ${width} pixels wide`;
      allViolations.push(...violationsOfMode.map((violation) => `${place}: ${violation}`));
    }
    return allViolations;
  }

  close() {
    return this.context.close();
  }
}

/**
 * Runs in the page. Logs violations of its security policy as console errors, and records the announcements for screen
 * readers in `globalThis.announcements`.
 */
function recordEvents() {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`violation of the policy: ${violatedDirective} ${blockedURI}`);
  });
  globalThis.announcements = [];
  const regions = '[aria-live], [role=status], [role=alert]';
  const recordAnnouncement = (region) => {
    const text = region?.textContent.trim() ?? '';
    if (text !== '' && globalThis.announcements.at(-1) !== text)
      globalThis.announcements.push(text);
  };
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      recordAnnouncement(element?.closest(regions));
      for (const added of addedNodes) {
        if (added instanceof Element && added.matches(regions)) recordAnnouncement(added);
        if (added instanceof Element) added.querySelectorAll(regions).forEach(recordAnnouncement);
      }
    }
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}
