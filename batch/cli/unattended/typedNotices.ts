/** The option with a command to run at the end. */
export const onFinish = '--on-finish';
/** The option with a URL to post to at the end. */
export const webhook = '--webhook';
/** The option with a URL that is notified of the beginning and the end. */
export const heartbeat = '--heartbeat';
/** The options with the URL of a database, which may contain a password. */
const databaseOptions = ['--database', '--to'];
/** The options whose values may be secrets. */
const secretOptions = [onFinish, webhook, heartbeat, ...databaseOptions];
/** The option that limits the number of rows that a run may send. */
export const maxNew = '--max-new';

/**
 * Removes the options with secrets, and their values, from a command line, so that a message and a log
 * may contain it.
 */
export function removeSecretOptions(args: readonly string[]): string[] {
  return removeOptions(args, secretOptions);
}

/**
 * Returns the values that no message may contain: the company token, the URLs of notices, the command
 * of `--on-finish`, and the URL and password of the database.
 */
export function findSecrets(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): (string | undefined)[] {
  const { RWA_TOKEN, RWA_WEBHOOK, RWA_DATABASE_URL } = env;
  // All words outside this set are values of options with secrets.
  const harmless = new Set([...removeSecretOptions(args), ...secretOptions]);
  const typed = args
    .filter((word) => !harmless.has(word))
    .map((word) => word.replace(/^--[^=]+=/, ''));
  const passwords = [RWA_DATABASE_URL, ...typed].flatMap(findPasswords);
  return [RWA_TOKEN, RWA_WEBHOOK, RWA_DATABASE_URL, ...typed, ...passwords];
}

/** Returns the passwords in the URL of a database, before the host and in the query, if there are any. */
function findPasswords(url = ''): (string | undefined)[] {
  const places = [/^postgres(?:ql)?:\/\/[^/@:]*:(.*)@/i, /[?&]password=([^&#]+)/i];
  return places.map((place) => place.exec(url)?.[1]);
}

/** Removes `--max-new` from a command line. */
export function withoutGuard(args: readonly string[]): string[] {
  return removeOptions(args, [maxNew]);
}

function removeOptions(args: readonly string[], options: readonly string[]): string[] {
  return args.filter((word, index) => {
    const joined = options.some((option) => word.startsWith(`${option}=`));
    return !options.includes(word) && !options.includes(args[index - 1] ?? '') && !joined;
  });
}
