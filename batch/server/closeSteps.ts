export type ClosingStep = () => void | Promise<void>;

/** Runs all steps, even if some fail, and then throws the first error. */
export async function closeInReverse(steps: readonly ClosingStep[]): Promise<void> {
  const failed: { error: unknown }[] = [];
  for (const step of steps.toReversed()) {
    try {
      await step();
    } catch (error) {
      failed.push({ error });
    }
  }
  if (failed[0] !== undefined) throw failed[0].error;
}
