// This module is loaded before rwa with node --import.
import fs, { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { writeSync, fdatasync } = fs;
let [writeMs, syncs, syncMs] = [0, 0, 0];

fs.writeSync = (...args) => {
  const startMs = performance.now();
  const written = writeSync(...args);
  writeMs += performance.now() - startMs;
  return written;
};
fs.fdatasync = (descriptor, callback) => {
  const startMs = performance.now();
  fdatasync(descriptor, (error) => {
    syncMs += performance.now() - startMs;
    syncs++;
    callback(error);
  });
};
syncBuiltinESMExports();

process.on('exit', () => {
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  writeFileSync(
    process.env.RWA_BENCH_USAGE,
    JSON.stringify({ peakMegabytes, writeMs, syncs, syncMs }),
  );
});
