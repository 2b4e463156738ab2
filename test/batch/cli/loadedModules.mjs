// Loaded before rwa with `node --import`. Appends the URL of each module that is loaded from a file to the file that
// RWA_LOADED names.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(process.env.RWA_LOADED, `${url}\n`);
    return next(url, context);
  },
});
