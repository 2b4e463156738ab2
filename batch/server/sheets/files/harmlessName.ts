/** Longer names do not fit on a line, and some file systems refuse them. */
const maxLength = 120;

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Makes a name of an uploaded file safe to show. Files are never stored under this name. */
export function toHarmlessName(uploadedName: string): string {
  const fileName = uploadedName.split(/[/\\]/).at(-1) ?? '';
  const name = fileName
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[.\s]+/, '');
  if (name === '') return 'Sheet';
  if (name.length <= maxLength) return name;
  const extension = /\.\w{1,5}$/.exec(name)?.[0] ?? '';
  // Do not cut an emoji in half.
  const start = name.slice(0, maxLength - extension.length).replace(/[\uD800-\uDBFF]$/, '');
  return `${start}${extension}`;
}
