/**
 * Translates the labels of inputs in the reason of a rejection, such as `Destination country: Incorrect Country`. The words
 * of the service stay as they are.
 */
export function translateLabels(
  reason: string,
  toLabel: (label: string) => string,
  colon = ':',
): string {
  const parts = reason.split('; ').map((part) => {
    const [, label = '', words = ''] = /^([^:]+): (.+)$/s.exec(part) ?? [];
    const translated = toLabel(label);
    return translated === label ? part : `${translated}${colon} ${words}`;
  });
  return parts.join('; ');
}
