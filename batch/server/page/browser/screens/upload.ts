import type { Uploaded } from '../../../contract/shapes.js';
import { readRefusal, RefusedRequest } from '../app/api.js';

/** The extensions that the server accepts; it checks them again. */
export const acceptedEndings = '.xlsx,.xlsm,.xltx,.xltm,.csv';

/** Sends a file as it is; `progress` gets the part that has been sent, 0 to 1. */
export function upload(file: File, progress: (part: number) => void): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    // fetch does not tell how much has been sent.
    const request = new XMLHttpRequest();
    request.open('PUT', `/api/sheets?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) progress(event.loaded / event.total);
    };
    request.onload = () => {
      const isFine = request.status >= 200 && request.status < 300;
      if (isFine) resolve(JSON.parse(request.responseText) as Uploaded);
      else reject(readRefusal(request.status, request.responseText));
    };
    request.onerror = () => {
      reject(
        new RefusedRequest(
          0,
          'offline',
          'The upload was interrupted. Check the connection, then try again.',
        ),
      );
    };
    request.send(file);
  });
}
