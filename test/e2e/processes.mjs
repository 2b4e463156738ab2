// Starts and stops the processes of the e2e tests.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

const running = new Set();

/**
 * Starts a process and keeps its output for error messages. With `stdoutFile`, standard output goes
 * to that file and is read at the end: n8n's `execute` exits right after a long output, and a pipe
 * would lose the end of the output. `exited` resolves to the exit code, the signal that ended the
 * process, or the message of the error that prevented the start.
 */
export function start(name, file, args, { stdoutFile, ...options } = {}) {
  const stdout = stdoutFile === undefined ? 'pipe' : openSync(stdoutFile, 'w');
  const child = spawn(file, args, { ...options, stdio: ['ignore', stdout, 'pipe'] });
  if (stdoutFile !== undefined) closeSync(stdout);
  const started = { name, child, output: '', stdout: '', stop: () => stop(started) };
  const collect = (stream, ...fields) =>
    stream.setEncoding('utf8').on('data', (text) => {
      for (const field of fields) started[field] += text;
    });
  if (stdoutFile === undefined) collect(child.stdout, 'output', 'stdout');
  collect(child.stderr, 'output');
  started.exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // Some output may arrive after "exit", but not after "close".
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
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(killTimer);
}

/** Runs a process and returns its standard output. Throws unless it exits with 0. */
export async function run(name, file, args, options) {
  const started = start(name, file, args, options);
  const code = await started.exited;
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${started.output}`);
  return started.stdout;
}

export async function stopAll() {
  await Promise.all([...running].map((started) => started.stop()));
}

/**
 * Calls a function until it returns something other than undefined or false, without an error.
 * Throws after the time limit.
 */
export async function until(what, ask, milliseconds = 180_000) {
  const deadline = Date.now() + milliseconds;
  let lastResult;
  while (Date.now() < deadline) {
    try {
      lastResult = await ask();
      if (lastResult !== undefined && lastResult !== false) return lastResult;
    } catch (error) {
      lastResult = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`Waited ${milliseconds / 1000} s in vain for ${what}: ${lastResult}`);
}
