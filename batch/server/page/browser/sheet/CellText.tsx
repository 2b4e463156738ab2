import { formatIfDate } from '../app/time.js';
import { t } from '../language/language.js';

/** The text of a cell in the sheet; "(empty)" for an empty cell. */
export function CellText({ text }: { text: string }) {
  return text === '' ? (
    <span class="muted">{t(($) => $.rowProblems.empty)}</span>
  ) : (
    <>{formatIfDate(text)}</>
  );
}
