// Processes that the e2e starts, and ends again by their ids.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const running = new Set();

/**
 * Starts a process of our own; its output is kept for when something goes wrong. With a `stdoutFile`
 * its standard output goes there, and is known at its end: a process that exits right after it wrote
 * much, as n8n's `execute` does, loses the end of it in a pipe, and not in a file.
 */
export function start(name, file, args, { stdoutFile, ...options } = {}) {
  const stdout = stdoutFile === undefined ? 'pipe' : openSync(stdoutFile, 'w');
  const child = spawn(file, args, { ...options, stdio: ['ignore', stdout, 'pipe'] });
  if (stdoutFile !== undefined) closeSync(stdout);
  const started = { name, child, output: '', stdout: '', stop: () => stop(started) };
  const keep = (stream, ...names) =>
    stream.setEncoding('utf8').on('data', (text) => {
      for (const each of names) started[each] += text;
    });
  if (stdoutFile === undefined) keep(child.stdout, 'output', 'stdout');
  keep(child.stderr, 'output');
  started.exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // Not "exit": the output may still be on its way then.
    child.once('close', (code, signal) => {
      if (stdoutFile !== undefined) {
        started.stdout = readFileSync(stdoutFile, 'utf8');
        started.output += started.stdout;
      }
      resolve(code ?? signal);
    });
  });
  running.add(started);
  void started.exited.then(() => running.delete(started));
  return started;
}

async function stop({ child, exited }) {
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(patience);
}

/** Runs a process to its end and returns its standard output. Throws unless it ends with 0. */
export async function run(name, file, args, options) {
  const started = start(name, file, args, options);
  const code = await started.exited;
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${started.output}`);
  return started.stdout;
}

/** Ends everything that is still running. */
export async function stopAll() {
  await Promise.all([...running].map((started) => started.stop()));
}

/** A port on loopback that is free now. */
export async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
}

// Ports below those that the system gives by itself, for n8n takes its own only later.
const given = new Set();

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => {
      server.close(() => resolve(true));
    });
  });
}

/** Asks until there is an answer that is not undefined, false or an error; throws after the time. */
export async function until(what, ask, milliseconds = 180_000) {
  const deadline = Date.now() + milliseconds;
  let last;
  while (Date.now() < deadline) {
    try {
      last = await ask();
      if (last !== undefined && last !== false) return last;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`Waited ${milliseconds / 1000} s in vain for ${what}: ${last}`);
}
