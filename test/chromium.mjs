// Finds and starts an installed Chromium or Chrome for the tests of web pages.
import { existsSync } from 'node:fs';
import { chromium as playwright } from 'playwright-core';

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of the browser; undefined if none is installed. */
export const chromium = candidates.find((file) => file !== undefined && existsSync(file));

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser. The caller must close it. */
export function launchChromium() {
  return playwright.launch({ executablePath: chromium, args: flags });
}
