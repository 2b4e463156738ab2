// Loaded before rwa (node --import). On exit, it writes the peak memory and the CPU time of the process, and
// the number and time of its synchronous writes and its syncs, into the file that RWA_BENCH_USAGE names.
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
