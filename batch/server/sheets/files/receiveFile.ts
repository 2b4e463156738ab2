import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RefusalError } from '../../refusalError.js';

const maxFileBytes = 100 * 1024 * 1024;
/** After this time without data, the connection counts as lost. */
const idleMs = 30_000;

/** The next start of the server deletes the uploads that a crash has left. */
export const unfinishedPrefix = '.upload-';

export type UploadRequest = Pick<Request, 'body' | 'headers'>;

export interface ReceivedFile {
  readonly format: SheetFormat;
  readonly sha256: string;
  readonly bytes: number;
  /** The content is already synced to the disk. */
  readonly path: string;
  discard(): Promise<void>;
}

/** Only the account of the server can read the file. Leaves no file after an error. */
export async function receiveFile(request: UploadRequest, folder: string): Promise<ReceivedFile> {
  if (Number(request.headers.get('content-length') ?? 0) > maxFileBytes)
    throw createTooLargeError();
  const path = join(folder, `${unfinishedPrefix}${randomUUID()}`);
  try {
    return await receive(request.body, path);
  } catch (error) {
    await rm(path, { force: true });
    throw toFullDiskRefusal(error);
  }
}

async function receive(body: Request['body'], path: string): Promise<ReceivedFile> {
  const file = await open(path, 'wx', 0o600);
  try {
    const { firstBytes, ...content } = await writeBody(body, file);
    const format = detectSheetFormat(firstBytes);
    await file.sync();
    return {
      format,
      ...content,
      path,
      discard: () => rm(path, { force: true }),
    };
  } finally {
    await file.close();
  }
}

async function writeBody(
  body: Request['body'],
  file: FileHandle,
): Promise<{ firstBytes: Buffer; sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let firstBytes = Buffer.alloc(0);
  let bytes = 0;
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  try {
    for (;;) {
      const { value } = (await rejectWhenIdle(reader?.read())) ?? {};
      if (value === undefined) break;
      bytes += value.byteLength;
      if (bytes > maxFileBytes) throw createTooLargeError();
      if (firstBytes.length < signatureBytes) {
        firstBytes = Buffer.concat([firstBytes, value]).subarray(0, signatureBytes);
        // Refuse an unsupported format, such as a video, before the whole file has arrived.
        if (firstBytes.length === signatureBytes) detectSheetFormat(firstBytes);
      }
      hash.update(value);
      await file.writeFile(value);
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined);
    throw error;
  }
  return { firstBytes, sha256: hash.digest('hex'), bytes };
}

function rejectWhenIdle<T>(reading: Promise<T> | undefined): Promise<T> | undefined {
  if (reading === undefined) return undefined;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(createIncompleteUploadError());
    }, idleMs);
    const rejectAsCutOff = () => {
      reject(createIncompleteUploadError());
    };
    reading.then(resolve, rejectAsCutOff).finally(() => {
      clearTimeout(timer);
    });
  });
}

function toFullDiskRefusal(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) {
    return new RefusalError('disk_full', (t) => t(($) => $.upload.diskFull));
  }
  return error;
}

function createTooLargeError(): RefusalError {
  const megabytes = maxFileBytes / 1024 / 1024;
  return new RefusalError('too_large', (t) => t(($) => $.upload.tooLarge, { megabytes }));
}

function createIncompleteUploadError(): RefusalError {
  return new RefusalError('cut_off', (t) => t(($) => $.upload.cutOff));
}

type SheetFormat = 'xlsx' | 'csv';

const signatureBytes = 4_096;

/** People upload these formats by mistake. */
const otherFormats = [
  ['oldWorkbook', Buffer.from('d0cf11e0', 'hex')],
  ['pdf', Buffer.from('%PDF')],
] as const;

/** The byte order marks of UTF-16. Texts in UTF-16 contain zero bytes. */
const utf16 = [Buffer.from('fffe', 'hex'), Buffer.from('feff', 'hex')];

/** Ignores the extension, which may be wrong. */
function detectSheetFormat(firstBytes: Buffer): SheetFormat {
  if (firstBytes.length === 0) throw createUnsupportedFileError('empty');
  const other = otherFormats.find(([, beginning]) => firstBytes.indexOf(beginning) === 0);
  if (other !== undefined) throw createUnsupportedFileError(other[0]);
  if (firstBytes.indexOf('PK\x03\x04') === 0) return 'xlsx';
  const isText = utf16.some((mark) => firstBytes.indexOf(mark) === 0) || !firstBytes.includes(0);
  if (isText) return 'csv';
  throw createUnsupportedFileError('otherFormat');
}

function createUnsupportedFileError(
  why: 'empty' | 'oldWorkbook' | 'pdf' | 'otherFormat',
): RefusalError {
  return new RefusalError('unsupported', (t) => t(($) => $.upload[why]));
}
