import { formatIfDate } from '../app/time.js';
import { t } from '../language/language.js';

/** The text of a cell of the sheet, with a word for an empty one. */
export function CellText({ text }: { text: string }) {
  return text === '' ? (
    <span class="muted">{t(($) => $.rowProblems.empty)}</span>
  ) : (
    <>{formatIfDate(text)}</>
  );
}
