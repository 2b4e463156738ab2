export const onFinish = '--on-finish';
export const webhook = '--webhook';
export const heartbeat = '--heartbeat';
/** These URLs may contain a password. */
const databaseOptions = ['--database', '--to'];
const secretOptions = [onFinish, webhook, heartbeat, ...databaseOptions];
export const maxNew = '--max-new';

/** Written in capitals, because Windows ignores the case of these names. */
export const secretVariables: readonly string[] = [
  'RWA_TOKEN',
  'RWA_WEBHOOK',
  'RWA_DATABASE_URL',
  'RWA_OPENID_CLIENT_SECRET',
];

/** Returns words that a message or a log may contain. */
export function removeSecretOptions(args: readonly string[]): string[] {
  return removeOptions(args, secretOptions);
}

/** Returns values that no message may contain. */
export function findSecrets(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): (string | undefined)[] {
  // All other words are values of options with secrets.
  const harmless = new Set([...removeSecretOptions(args), ...secretOptions]);
  const typed = args
    .filter((word) => !harmless.has(word))
    .map((word) => word.replace(/^--[^=]+=/, ''));
  const secrets = [...secretVariables.map((name) => env[name]), ...typed];
  return [...secrets, ...secrets.flatMap(findPasswords)];
}

function findPasswords(url = ''): (string | undefined)[] {
  const places = [/^postgres(?:ql)?:\/\/[^/@:]*:(.*)@/i, /[?&]password=([^&#]+)/i];
  return places.map((place) => place.exec(url)?.[1]);
}

export function removeMaxNew(args: readonly string[]): string[] {
  return removeOptions(args, [maxNew]);
}

function removeOptions(args: readonly string[], options: readonly string[]): string[] {
  return args.filter((word, index) => {
    const joined = options.some((option) => word.startsWith(`${option}=`));
    return !options.includes(word) && !options.includes(args[index - 1] ?? '') && !joined;
  });
}
