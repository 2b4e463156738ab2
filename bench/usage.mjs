// Loaded before rwa (node --import). On exit, it writes the peak memory of the process and the time of its
// journal into the file RWA_BENCH_USAGE.
import fs, { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { writeSync, fdatasync } = fs;
let [writes, writeMs, syncs, syncMs] = [0, 0, 0, 0];

fs.writeSync = (...args) => {
  const startMs = performance.now();
  const written = writeSync(...args);
  writeMs += performance.now() - startMs;
  writes++;
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
  const cpu = process.cpuUsage();
  const usage = {
    peakMegabytes,
    writes,
    writeMs,
    syncs,
    syncMs,
    cpuMs: (cpu.user + cpu.system) / 1e3,
  };
  writeFileSync(process.env.RWA_BENCH_USAGE, JSON.stringify(usage));
});
