// Loaded before rwa (node --import). On exit, writes the peak memory of the process, the time of its
// synchronous writes, and the number and time of its syncs into the file that RWA_BENCH_USAGE names.
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
