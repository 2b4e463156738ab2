import { formatIfDate } from '../app/time.js';
import { t } from '../language/language.js';

export function CellText({ text }: { text: string }) {
  return text === '' ? (
    <span class="muted">{t(($) => $.rowProblems.empty)}</span>
  ) : (
    <>{formatIfDate(text)}</>
  );
}
