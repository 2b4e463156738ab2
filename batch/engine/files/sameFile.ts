/** What the system knows a file by, whatever its names. */
interface FileIdentity {
  readonly dev: bigint | number;
  readonly ino: bigint | number;
}

/** True for two names of one file; of a missing file, never. */
export function isSameFile(
  one: FileIdentity | undefined,
  other: FileIdentity | undefined,
): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
