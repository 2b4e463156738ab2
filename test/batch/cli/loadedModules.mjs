// Loaded before rwa (node --import): writes what is loaded from files and packages, one URL a line,
// into the file that RWA_LOADED names.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(process.env.RWA_LOADED, `${url}\n`);
    return next(url, context);
  },
});
