import { language, t } from '../language/language.js';
import { Text } from '../language/Text.js';

/** Opens a new tab, so that nothing on the screen is lost. */
export function HelpLink({ section, about }: { section: string; about: string }) {
  return (
    <a
      class="button small"
      href={`/help/${language.value}#${section}`}
      target="_blank"
      rel="noopener"
    >
      <Text
        text={t(($) => $.parts.help, { about })}
        elements={{ unseen: (text) => <span class="unseen">{text}</span> }}
      />
    </a>
  );
}
