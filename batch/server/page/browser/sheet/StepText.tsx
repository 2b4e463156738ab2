import { localizeTimes } from '../app/time.js';
import { Note } from '../parts/Notes.js';
import { getStepPath } from './sheetPaths.js';
import { splitAtSteps } from './stepNames.js';

/** A message about a sheet. The names of the steps Match, Check and Results in it become links. */
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

/** A note with a list of messages about a sheet, unless there are none. */
export function StepNotes({ sheet, texts }: { sheet: { readonly id: string }; texts: string[] }) {
  if (texts.length === 0) return null;
  return (
    <Note>
      <ul>
        {texts.map((text) => (
          <li key={text}>
            <StepText sheet={sheet} text={text} />
          </li>
        ))}
      </ul>
    </Note>
  );
}
