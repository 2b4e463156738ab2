import type { Uploaded } from '../../../contract/shapes.js';
import { parseRefusal, RefusedRequest } from '../app/api.js';
import { t } from '../language/language.js';

/** A dropped file can have any extension. */
export const acceptedExtensions = '.xlsx,.xlsm,.xltx,.xltm,.csv';

/** `onProgress` gets the fraction that was sent, 0 to 1. */
export function upload(file: File, onProgress: (part: number) => void): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    // fetch does not report the progress of an upload.
    const request = new XMLHttpRequest();
    request.open('PUT', `/api/sheets?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      const isSuccess = request.status >= 200 && request.status < 300;
      if (isSuccess) resolve(JSON.parse(request.responseText) as Uploaded);
      else reject(parseRefusal(request.status, request.responseText));
    };
    request.onerror = () => {
      reject(
        new RefusedRequest(
          0,
          'offline',
          t(($) => $.sheets.upload.interrupted),
        ),
      );
    };
    request.send(file);
  });
}
