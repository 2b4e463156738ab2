import { rm, writeFile } from 'node:fs/promises';
import { bundle } from './bundle.mjs';
import { buildManPage } from './manPage.mjs';
import { createNotices } from './notices.mjs';

const dist = `${import.meta.dirname}/dist`;

await rm(dist, { recursive: true, force: true });
await writeFile(`${dist}/THIRD-PARTY-NOTICES.txt`, createNotices(await bundle({ write: true })));
await writeFile(`${dist}/rwa.1`, await buildManPage());
