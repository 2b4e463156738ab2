import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RefusalError } from '../../refusalError.js';

const maxFileBytes = 100 * 1024 * 1024;
/** After this time without data, the connection counts as lost. */
const idleMs = 30_000;

/**
 * The prefix of the temporary names of uploads. The next start of the server deletes the files that a crash has left.
 */
export const unfinishedPrefix = '.upload-';

export type UploadRequest = Pick<Request, 'body' | 'headers'>;

/** A completely received file under a temporary name. */
export interface ReceivedFile {
  readonly format: SheetFormat;
  readonly sha256: string;
  readonly bytes: number;
  /** The path of the file. Its content is already synced to the disk. */
  readonly path: string;
  /** Deletes the file, if it still exists. */
  discard(): Promise<void>;
}

/**
 * Writes the body of a request into a new file in the folder, which only the account of the server can read. Throws a
 * RefusalError, and leaves no file, if the body is empty, too large or in an unsupported format, the disk is full, or
 * the connection ends too early.
 */
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
      if (firstBytes.length < decidingBytes) {
        firstBytes = Buffer.concat([firstBytes, value]).subarray(0, decidingBytes);
        // Refuse an unsupported format, such as a video, before the whole file has arrived.
        if (firstBytes.length === decidingBytes) detectSheetFormat(firstBytes);
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

/** Rejects if the next part of a body does not arrive in time, or the connection is lost. */
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

/** The supported formats. Each is also the extension of the stored file. */
type SheetFormat = 'xlsx' | 'csv';

/** The number of bytes at the beginning of a file that are enough to detect its format. */
const decidingBytes = 4_096;

/** Formats that people upload by mistake, each with its first bytes. */
const otherFormats = [
  ['oldWorkbook', Buffer.from('d0cf11e0', 'hex')],
  ['pdf', Buffer.from('%PDF')],
] as const;

/** The byte order marks of UTF-16. Texts in UTF-16 contain zero bytes. */
const utf16 = [Buffer.from('fffe', 'hex'), Buffer.from('feff', 'hex')];

/** Detects the format from the content alone, because an uploaded file may have a wrong extension. */
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
