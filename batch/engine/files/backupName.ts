import path from 'node:path';

/** The parts of the name of a backup or results file, which `freeName` makes. */
export interface BackupName {
  /** The sheet that the copy belongs to. */
  readonly file: string;
  readonly kind: 'backup' | 'results';
  /** In local time, `2026-11-03T09-30-00`. */
  readonly date: string;
  /** The number of a copy, if several were made in one second. */
  readonly count: number;
}

/** Parses the name of a backup or results file; returns undefined for any other name. */
export function parseBackupName(copy: string): BackupName | undefined {
  const { dir, name, ext } = path.parse(copy);
  const [, stem = '', what = '', date = '', count = '1'] = named.exec(name) ?? [];
  if (stem === '') return undefined;
  const kind = what === 'backup' ? 'backup' : 'results';
  return { file: path.join(dir, stem + ext), kind, date, count: Number(count) };
}

const named = /^(.+)[.](backup|results)-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)(?:-(\d+))?$/;
