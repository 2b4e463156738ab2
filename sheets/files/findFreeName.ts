import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns a name such as `people.backup-2026-11-21T10-15-00.xlsx`. The time is local, because
 * people read it.
 */
export function findFreeName(file: string, label: string): string {
  const { dir, name, ext } = path.parse(file);
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
  const stem = `${name}.${label}-${local.slice(0, 19).replaceAll(':', '-')}`;
  for (let attempt = 1; ; attempt++) {
    const free = path.join(dir, `${stem}${attempt === 1 ? '' : `-${attempt}`}${ext}`);
    if (!existsSync(free)) return free;
  }
}
