import { localizeTimes } from '../app/time.js';
import { getStepPath } from './sheetPaths.js';
import { splitAtSteps } from './stepNames.js';

/** A message about a sheet. The names of the steps in it become links. */
export function StepText({ sheet, text }: { sheet: { readonly id: string }; text: string }) {
  return (
    <>
      {splitAtSteps(localizeTimes(text)).map((part, index) =>
        part.step === undefined ? (
          part.text
        ) : (
          <a key={index} href={getStepPath(sheet, part.step)}>
            {part.text}
          </a>
        ),
      )}
    </>
  );
}
