import { useState } from 'preact/hooks';
import { announce } from '../app/announce.js';
import { t } from '../language/language.js';

export function Secret({ secret, about }: { secret: string; about: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
      announce(t(($) => $.parts.secret.done));
    } catch {
      // The browser may refuse access. The person can still select the text.
      announce(t(($) => $.parts.secret.failed));
    }
  };
  return (
    <div class="note" role="status">
      <p>{about}</p>
      <code class="secret">{secret}</code>
      {/* Browsers allow this only with https, or if the server is on the same machine. */}
      {isSecureContext && (
        <button type="button" class="button small" onClick={() => void copy()}>
          {t(($) => (isCopied ? $.parts.secret.copied : $.parts.secret.copy))}
        </button>
      )}
    </div>
  );
}
