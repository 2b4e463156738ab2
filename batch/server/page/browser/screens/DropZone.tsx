import { useRef, useState } from 'preact/hooks';
import { announce } from '../app/announce.js';
import { toSentence } from '../app/api.js';
import { go } from '../app/location.js';
import { findNextScreen } from '../app/words.js';
import { acceptedExtensions, upload } from './upload.js';

/** The upload of a file that waits, is on its way, has arrived or was refused. */
interface Upload {
  readonly name: string;
  /** The fraction of the file that was sent, 0 to 1. */
  readonly part: number;
  readonly error?: string;
  readonly link?: string;
  readonly message?: string;
}

/** An area to drop files on, with a button to choose them instead. */
export function DropZone() {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const queue = useRef(Promise.resolve());

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
      const message = existing ? 'This file was uploaded before.' : 'Uploaded.';
      change(index, { part: 1, link, message });
      announce(`${file.name}: ${message}`);
      if (isOnly) go(link);
    } catch (error) {
      change(index, { error: toSentence(error) });
    }
  };
  const sendAll = (files: readonly File[]) => {
    if (files.length === 0) return;
    const firstIndex = uploads.length;
    setUploads((all) => [...all, ...files.map(({ name }) => ({ name, part: 0 }))]);
    // Sends the files one after the other, also those of a second drop, because the server uses a thread for each file.
    for (const [index, file] of files.entries()) {
      queue.current = queue.current.then(() => send(file, firstIndex + index, files.length === 1));
    }
  };

  return (
    <section aria-label="Upload">
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
        <strong>Drop sheets here</strong>
        <span class="muted">Excel (.xlsx, .xlsm, .xltx, .xltm) or CSV, up to 100 MB each</span>
        <span class="muted">
          If a sheet was sent with the command rwa before, upload the file with its results, not the
          original: this server does not know what was sent.
        </span>
        <button type="button" class="button primary" onClick={() => input.current?.click()}>
          Choose files
        </button>
        <input
          ref={input}
          type="file"
          multiple
          accept={acceptedExtensions}
          hidden
          aria-label="Files to upload"
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

function Progress({ upload: { name, part, error, link, message } }: { upload: Upload }) {
  if (error !== undefined) {
    return (
      <p role="alert">
        <strong>{name}</strong> <span class="bad">was not uploaded. {error}</span>
      </p>
    );
  }
  if (link !== undefined) {
    return (
      <p>
        <a href={link}>{name}</a> <span class="muted">{message}</span>
      </p>
    );
  }
  return (
    <p>
      <strong>{name}</strong>{' '}
      <progress value={part < 1 ? part : undefined} max={1} aria-label={`Upload of ${name}`} />{' '}
      <span class="muted">{part < 1 ? `${Math.round(part * 100)}%` : 'being read…'}</span>
    </p>
  );
}
