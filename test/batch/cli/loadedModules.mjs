// A preload module for `node --import`. It lists the URL of each loaded module file, one per line, in the file
// that RWA_LOADED names.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(process.env.RWA_LOADED, `${url}\n`);
    return next(url, context);
  },
});
