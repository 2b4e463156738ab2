import path from 'node:path';

/** The sheet of a backup or results file, by its name (`freeName`); undefined for other names. */
export function madeBeside(file: string): string | undefined {
  const { dir, name, ext } = path.parse(file);
  const [, stem] =
    /^(.+)[.](?:backup|results)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?$/.exec(name) ?? [];
  return stem === undefined ? undefined : path.join(dir, stem + ext);
}
