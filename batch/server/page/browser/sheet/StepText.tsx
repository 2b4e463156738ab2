import { localizeTimes } from '../app/time.js';
import { Note } from '../parts/Notes.js';
import { getStepPath } from './sheetPaths.js';
import { splitAtSteps } from './stepNames.js';

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
