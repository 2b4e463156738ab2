import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';

const rwa = join(import.meta.dirname, '../../batch/bin/rwa.js');

const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Kills the child process when this process exits. */
export function killAtExit(child) {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** Starts the real command. `ended` resolves to its exit code or signal, and its output. */
export function startRwa(args, env = {}) {
  const child = spawn(process.execPath, [rwa, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killAtExit(child);
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (output.err += text));
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, ...output }));
  });
  return { child, ended };
}

export async function startSandbox(args) {
  const { child, ended } = startRwa(['sandbox', '--port', '0', '--json', ...args]);
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    ended.then(({ err }) => reject(new Error(`The sandbox did not start: ${err}`)));
  });
  const { baseUrl, tokens, controlUrl } = JSON.parse(line);
  const control = async (method, path, body) => {
    const response = await fetch(controlUrl + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const post = async (operation, body) => {
    const response = await fetch(`${baseUrl}/${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  return {
    env: { RWA_BASE_URL: baseUrl, RWA_TOKEN: tokens[0] },
    control,
    post,
    retrieve: async (assessmentId) => (await post('rwa_retrieve', { assessmentId })).data,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Returns true for a command that sent no row and wrote nothing, because its first request to the
 * service had no usable answer.
 */
export const hadNoService = ({ code, err }) => code === 5 && err.includes(' did not begin. ');

/**
 * Calls `onDraft` once, when the temporary file of a write-back appears in the folder. Ignores the temporary
 * files of journals. Returns a function that stops watching the folder.
 */
export function watchForWriteBack(folder, onDraft) {
  const watcher = watch(folder, (_event, name) => {
    if (/^[.]splice-.*[.](?:csv|xlsx)$/.test(name ?? '')) {
      watcher.close();
      onDraft();
    }
  });
  return () => watcher.close();
}
