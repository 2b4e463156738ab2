import { expect, it } from 'vitest';
import { style } from '../../../batch/report/style.js';

/** The colours of the custom properties, in light mode and in dark mode. */
const [light, dark] = [...style.matchAll(/:root\{([^}]*)\}/g)].map(
  ([, rules = '']) =>
    new Map([...rules.matchAll(/--([\w-]+):#([\da-f]+)/g)].map(([, name, hex]) => [name, hex])),
);
const scores = Array.from({ length: 21 }, (_, step) => `score-${step}`);

/** Calculates the contrast of two colours as defined by WCAG 2. */
function calculateContrast(a = '', b = ''): number {
  const [dim = 0, bright = 0] = [calculateLuminance(a), calculateLuminance(b)].toSorted(
    (x, y) => x - y,
  );
  return (bright + 0.05) / (dim + 0.05);
}

function calculateLuminance(hex: string): number {
  const sixDigits = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((start) => {
    const part = parseInt(sixDigits.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each([
  ['light', light],
  ['dark', dark],
])('the text and the bars of the %s page have the contrast that WCAG AA requires', (_, colours) => {
  const findContrast = (text: string, on: string) =>
    calculateContrast(colours?.get(text), colours?.get(on));
  // WCAG AA requires 4.5 for texts, and 3 for graphics.
  for (const text of ['ink', 'muted', 'accent'])
    expect(findContrast(text, 'paper')).toBeGreaterThan(4.5);
  expect(findContrast('ink', 'note')).toBeGreaterThan(4.5);
  for (const score of scores) expect(findContrast('on-score', score), score).toBeGreaterThan(4.5);
  for (const band of ['lower', 'middle', 'higher']) {
    expect(findContrast(band, 'paper'), band).toBeGreaterThan(3);
  }
});

it('the report is printed in light mode', () => {
  expect(style).toContain('@media screen and (prefers-color-scheme:dark)');
  expect(style.match(/prefers-color-scheme/g)).toHaveLength(1);
});
