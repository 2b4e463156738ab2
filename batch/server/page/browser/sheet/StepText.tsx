import { stepPath } from './sheetPaths.js';

const steps = { Match: 'match', Check: 'check', Results: 'results' } as const;

function isStep(word: string): word is keyof typeof steps {
  return Object.hasOwn(steps, word);
}

/** A message about a sheet. The steps that it names, as in "under Match", are links. */
export function StepText({ sheet, text }: { sheet: { readonly id: string }; text: string }) {
  return (
    <>
      {text.split(/(?<= under )(Match|Check|Results)\b/).map((part, at) =>
        isStep(part) ? (
          <a key={at} href={stepPath(sheet, steps[part])}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}
