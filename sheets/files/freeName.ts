import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * A name beside a file that no file has, for what it is: `people.backup-2026-11-21T10-15-00.xlsx`, and
 * `-2` and so on when it is taken. In local time, since people look for it in a folder.
 */
export function freeName(file: string, what: string): string {
  const { dir, name, ext } = path.parse(file);
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString();
  const stem = `${name}.${what}-${local.slice(0, 19).replaceAll(':', '-')}`;
  for (let attempt = 1; ; attempt++) {
    const free = path.join(dir, `${stem}${attempt === 1 ? '' : `-${attempt}`}${ext}`);
    if (!existsSync(free)) return free;
  }
}
