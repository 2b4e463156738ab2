/** The option with a command to run at the end. */
export const onFinish = '--on-finish';
/** The option with a URL to post to at the end. */
export const webhook = '--webhook';
/** The option that limits the number of new rows. */
export const maxNew = '--max-new';

/**
 * The words of a command line without `--webhook` and `--on-finish`, for suggestions and messages,
 * which end up in logs: the URL of a webhook is a secret, and the command may contain one.
 */
export function withoutNotices(args: readonly string[]): string[] {
  return without(args, [onFinish, webhook]);
}

/**
 * What no message may contain: the company token, the webhook, and the command of `--on-finish`.
 */
export function secretsOf(
  args: readonly string[],
  { RWA_TOKEN, RWA_WEBHOOK }: Readonly<Record<string, string | undefined>> = process.env,
): (string | undefined)[] {
  const harmless = new Set([...withoutNotices(args), onFinish, webhook]);
  const told = args
    .filter((word) => !harmless.has(word))
    .map((word) => word.replace(/^--[^=]+=/, ''));
  return [RWA_TOKEN, RWA_WEBHOOK, ...told];
}

/** The words of a command line without `--max-new`. */
export function withoutGuard(args: readonly string[]): string[] {
  return without(args, [maxNew]);
}

function without(args: readonly string[], options: readonly string[]): string[] {
  return args.filter((word, index) => {
    const joined = options.some((option) => word.startsWith(`${option}=`));
    return !options.includes(word) && !options.includes(args[index - 1] ?? '') && !joined;
  });
}
