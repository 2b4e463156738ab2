/** The option with a command to run at the end. */
export const onFinish = '--on-finish';
/** The option with an address to post to at the end. */
export const webhook = '--webhook';
/** The option that holds a run back. */
export const maxNew = '--max-new';

/**
 * The words of a command line without its webhook and its command at the end, for suggestions and
 * messages, which end in logs: the address of a webhook is a secret, and the command may hold one.
 */
export function withoutNotices(args: readonly string[]): string[] {
  return without(args, [onFinish, webhook]);
}

/** What no message may repeat: the company token, and whatever the notices go to. */
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

/** The words of a command line that `--max-new` does not hold back. */
export function withoutGuard(args: readonly string[]): string[] {
  return without(args, [maxNew]);
}

function without(args: readonly string[], options: readonly string[]): string[] {
  return args.filter((word, index) => {
    const joined = options.some((option) => word.startsWith(`${option}=`));
    return !options.includes(word) && !options.includes(args[index - 1] ?? '') && !joined;
  });
}
