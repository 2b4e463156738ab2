// A person with a separate browser: cookies, a window, and the errors that the browser reports.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';

/** The time zone of the people and the server. */
export const timezoneId = 'Europe/Berlin';
export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How long a check may fail before it counts. */
const patienceMs = 15_000;

/** Repeats a check until it no longer throws: the page may show one thing a moment after another. */
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

/** A person with a separate browser. All their pictures go into one folder. */
export class Person {
  /** The errors of the page: console errors, and violations of its security policy. */
  errors = [];
  #expected = [];

  /** `pictures` is the prefix of the paths of pictures; null takes none. */
  static async in(browser, { viewport, storageState, locale }, pictures) {
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
    // A busy machine is slow.
    context.setDefaultTimeout(30_000);
    await context.addInitScript(listenIn);
    return new Person(context, await context.newPage(), pictures);
  }

  constructor(context, page, pictures) {
    Object.assign(this, { context, page, pictures });
    page.on('console', (message) => {
      if (message.type() === 'error') this.#hear(`${message.text()} ${message.location().url}`);
    });
    // Listen from the beginning: otherwise a file dialog that opens at once would be missed.
    page.on('filechooser', () => undefined);
    page.on('pageerror', (error) => this.#hear(String(error.stack ?? error)));
  }

  /** Allows this console error, which a test causes on purpose. */
  expect(pattern) {
    this.#expected.push(pattern);
  }

  #hear(text) {
    if (!this.#expected.some((pattern) => pattern.test(text))) this.errors.push(text);
  }

  /** Opens a one-time link and uses it. */
  async join(link) {
    await this.page.goto(link);
    await this.press('Sign in here');
    await this.title('Sheets');
  }

  /** Waits for a screen by its main heading. */
  title(name) {
    return this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  /** Waits for a text on the page. */
  reads(words) {
    return this.page.getByText(words).first().waitFor();
  }

  /** Presses a button; taps it on a phone. */
  press(name) {
    return this.#hit(this.page.getByRole('button', { name }));
  }

  /** Follows a link; taps it on a phone. */
  follow(name) {
    return this.#hit(this.page.getByRole('link', { name, exact: true }));
  }

  #hit(target) {
    return this.page.viewportSize().width < 600 ? target.tap() : target.click();
  }

  /** Follows a download link, and returns the path of the file, which keeps its name. */
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
  heard() {
    return this.page.evaluate(() => globalThis.heard);
  }

  /**
   * Checks the rules of every screen: one main heading, a title, and nothing wider than the window. Takes
   * pictures in light and dark mode.
   */
  async look(name) {
    const { page } = this;
    const { width, height } = page.viewportSize();
    for (const colorScheme of this.pictures === null ? [] : ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      const path = `${this.pictures}-${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
    await eventually(async () => {
      assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, `headings of ${name}`);
      const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
      assert.ok(wide <= width, `${name} is ${wide} pixels wide in a window of ${width}x${height}`);
    });
  }

  /** Returns the findings of axe about the screen, in light and dark mode. */
  async axe(name) {
    const { page } = this;
    const { width } = page.viewportSize();
    await page.evaluate(axe);
    const all = [];
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      // The modes differ only in colours.
      const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
      const found = await page.evaluate(async (rules) => {
        const options = { resultTypes: ['violations'], ...rules };
        const { violations } = await globalThis.axe.run(document, options);
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
        );
      }, rules);
      all.push(...found.map((one) => `${name}, ${colorScheme}, at ${width}: ${one}`));
    }
    return all;
  }

  close() {
    return this.context.close();
  }
}

/** Runs in the page: reports violations of its security policy, and records announcements for screen readers. */
function listenIn() {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`violation of the policy: ${violatedDirective} ${blockedURI}`);
  });
  globalThis.heard = [];
  const regions = '[aria-live], [role=status], [role=alert]';
  const note = (region) => {
    const text = region?.textContent.trim() ?? '';
    if (text !== '' && globalThis.heard.at(-1) !== text) globalThis.heard.push(text);
  };
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      note(element?.closest(regions));
      for (const added of addedNodes) {
        if (added instanceof Element && added.matches(regions)) note(added);
        if (added instanceof Element) added.querySelectorAll(regions).forEach(note);
      }
    }
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}
