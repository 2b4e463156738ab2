import { getStepPath } from './sheetPaths.js';

const steps = { Match: 'match', Check: 'check', Results: 'results' } as const;

function isStep(word: string): word is keyof typeof steps {
  return Object.hasOwn(steps, word);
}

/** A message about a sheet. The names Match, Check and Results become links if they follow the word "under". */
export function StepText({ sheet, text }: { sheet: { readonly id: string }; text: string }) {
  return (
    <>
      {text.split(/(?<= under )(Match|Check|Results)\b/).map((part, index) =>
        isStep(part) ? (
          <a key={index} href={getStepPath(sheet, steps[part])}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </>
  );
}
