/** The numbers by which the system identifies a file, whatever its name. */
interface FileIdentity {
  readonly dev: bigint | number;
  readonly ino: bigint | number;
}

/** True if both are the same existing file. */
export function isSameFile(
  one: FileIdentity | undefined,
  other: FileIdentity | undefined,
): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}
