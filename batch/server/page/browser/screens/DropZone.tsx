import { useRef, useState } from 'preact/hooks';
import { announce } from '../app/announce.js';
import { toSentence } from '../app/api.js';
import { go } from '../app/location.js';
import { findNextScreen } from '../app/words.js';
import { getLocales, t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { acceptedExtensions, upload } from './upload.js';

interface Upload {
  readonly name: string;
  /** The fraction that was sent, 0 to 1. */
  readonly part: number;
  readonly error?: string;
  readonly link?: string;
  readonly outcome?: string;
}

export function DropZone() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const queue = useRef(Promise.resolve());
  // The counts are in a ref, because a second drop can happen before the first one is rendered.
  const counts = useRef({ all: 0, unfinished: 0 });

  const change = (changedIndex: number, changes: Partial<Upload>) => {
    setUploads((all) =>
      all.map((entry, index) => (index === changedIndex ? { ...entry, ...changes } : entry)),
    );
  };
  const send = async (file: File, index: number, isOnly: boolean) => {
    try {
      const { sheet, existing } = await upload(file, (part) => {
        change(index, { part });
      });
      const link = `/sheets/${encodeURIComponent(sheet.id)}/${findNextScreen(sheet)}`;
      const outcome = t(($) => (existing ? $.sheets.upload.existing : $.sheets.upload.uploaded));
      change(index, { part: 1, link, outcome });
      announce(t(($) => $.sheets.upload.ended, { file: file.name, outcome }));
      // The sheet of a single upload is opened. After several, the list of uploads stays on the screen.
      if (isOnly && counts.current.unfinished === 1) go(link);
    } catch (error) {
      change(index, { error: toSentence(error) });
    } finally {
      counts.current.unfinished -= 1;
    }
  };
  const sendAll = (files: readonly File[]) => {
    if (files.length === 0) return;
    const isOnly = files.length === 1 && counts.current.unfinished === 0;
    const firstIndex = counts.current.all;
    counts.current.all += files.length;
    counts.current.unfinished += files.length;
    setUploads((all) => [...all, ...files.map(({ name }) => ({ name, part: 0 }))]);
    // The files of all drops are sent one after the other: the server accepts at most four uploads from one member at a
    // time.
    for (const [index, file] of files.entries()) {
      queue.current = queue.current.then(() => send(file, firstIndex + index, isOnly));
    }
  };

  return (
    <section aria-label={t(($) => $.sheets.upload.title)}>
      <div
        class={`drop ${isDraggedOver ? 'over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setDraggedOver(true);
        }}
        onDragLeave={() => {
          setDraggedOver(false);
        }}
        onDrop={(event) => {
          event.preventDefault();
          setDraggedOver(false);
          sendAll([...(event.dataTransfer?.files ?? [])]);
        }}
      >
        <strong>{t(($) => $.sheets.upload.drop)}</strong>
        <span class="muted">{t(($) => $.sheets.upload.formats)}</span>
        <span class="muted">{t(($) => $.sheets.upload.sentBefore)}</span>
        <button type="button" class="button primary" onClick={() => input.current?.click()}>
          {t(($) => $.sheets.upload.choose)}
        </button>
        <input
          ref={input}
          type="file"
          multiple
          accept={acceptedExtensions}
          hidden
          aria-label={t(($) => $.sheets.upload.files)}
          onChange={({ currentTarget }) => {
            sendAll([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </div>
      {uploads.length > 0 && (
        <ul class="uploads card">
          {uploads.map((entry, index) => (
            <li key={index}>
              <Progress upload={entry} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Progress({ upload: { name, part, error, link, outcome } }: { upload: Upload }) {
  if (error !== undefined) {
    return (
      <p role="alert">
        <Text
          text={t(($) => $.sheets.upload.refused, { error })}
          elements={{
            file: <strong>{name}</strong>,
            reason: (text) => <span class="bad">{text}</span>,
          }}
        />
      </p>
    );
  }
  if (link !== undefined) {
    return (
      <p>
        <a href={link}>{name}</a> <span class="muted">{outcome}</span>
      </p>
    );
  }
  return (
    <p>
      <strong>{name}</strong>{' '}
      <progress
        value={part < 1 ? part : undefined}
        max={1}
        aria-label={t(($) => $.sheets.upload.progress, { file: name })}
      />{' '}
      <span class="muted">
        {part < 1
          ? part.toLocaleString([...getLocales()], { style: 'percent' })
          : t(($) => $.sheets.upload.reading)}
      </span>
    </p>
  );
}
