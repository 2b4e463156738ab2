import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findFreeName } from '../../../sheets/files/findFreeName.js';
import { testFolder } from '../../batch/testFolder.js';

afterEach(() => {
  vi.useRealTimers();
});

test.each(['backup', 'results'] as const)(
  'the path with the label "%s" is beside its sheet, contains the local time, and is unused',
  (label) => {
    vi.useFakeTimers({ now: new Date(2026, 10, 21, 10, 15, 0) });
    const sheet = join(testFolder(), 'hires.2026.xlsx');
    const first = findFreeName(sheet, label);
    expect(dirname(first)).toBe(dirname(sheet));
    expect(basename(first)).toBe(`hires.2026.${label}-2026-11-21T10-15-00.xlsx`);
    writeFileSync(first, '');
    expect(basename(findFreeName(sheet, label))).toBe(
      `hires.2026.${label}-2026-11-21T10-15-00-2.xlsx`,
    );
  },
);
