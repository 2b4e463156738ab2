// A real n8n with the packed package, its command line and its REST API.
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../freePort.ts';
import { runtimeFolder } from './lab.mjs';
import { run, start, until } from './processes.mjs';

const owner = {
  email: 'e2e@example.com',
  firstName: 'End',
  lastName: 'To End',
  password: 'E2e-password-1',
};

const n8nBinary = join(runtimeFolder, 'node_modules', 'n8n', 'bin', 'n8n');

/** The n8n of the lab, with its data and our nodes in a folder. */
export class N8n {
  #cookie = '';
  #stdoutFileCount = 0;
  #process;

  constructor(folder, port, brokerPort, env) {
    this.folder = folder;
    this.origin = `http://127.0.0.1:${port}`;
    this.env = { ...createEnvironment(folder, port, brokerPort), ...env };
  }

  /** Sets n8n up in `folder`, with the tarball installed like a community package. */
  static async install(folder, tarball, env = {}) {
    const nodes = join(folder, '.n8n', 'nodes');
    await mkdir(nodes, { recursive: true });
    const flags = ['--omit=peer', '--legacy-peer-deps', '--ignore-scripts', '--no-audit'];
    await run('npm install', 'npm', ['install', tarball, ...flags], { cwd: nodes });
    return new N8n(folder, await findFreePort(), await findFreePort(), env);
  }

  /** Runs a command of n8n and returns its standard output. */
  command(...args) {
    const stdoutFile = this.#createStdoutPath();
    return run(`n8n ${args[0]}`, process.execPath, [n8nBinary, ...args], {
      env: this.env,
      stdoutFile,
    });
  }

  #createStdoutPath() {
    this.#stdoutFileCount += 1;
    return join(this.folder, `stdout-${this.#stdoutFileCount}.txt`);
  }

  /** Starts a process of n8n that keeps running, such as `start` or `worker`. */
  launch(...args) {
    return start(`n8n ${args[0]}`, process.execPath, [n8nBinary, ...args], {
      env: this.env,
    });
  }

  /** Imports objects of a kind, `workflow` or `credentials`. */
  async import(kind, objects) {
    const file = join(this.folder, `${kind}.json`);
    await writeFile(file, JSON.stringify(objects));
    await this.command(`import:${kind}`, `--input=${file}`);
  }

  /** Executes a workflow on the command line and returns its results by node. */
  async execute(id) {
    return (await this.executeFully(id)).data.resultData.runData;
  }

  /** Executes a workflow on the command line and returns the data of the execution. */
  async executeFully(id) {
    const output = await this.command('execute', '--id', id, '--rawOutput');
    const execution = JSON.parse(findExecutionJson(output));
    const { error } = execution.data.resultData;
    if (error !== undefined) throw new Error(`Workflow ${id}: ${error.message}`);
    return execution;
  }

  /** Executes a workflow that must fail. Returns its error and its results by node. */
  async executeToFailure(id) {
    const args = [n8nBinary, 'execute', '--id', id, '--rawOutput'];
    const options = { env: this.env, stdoutFile: this.#createStdoutPath() };
    const failing = start('n8n execute', process.execPath, args, options);
    await failing.exited;
    const json = findExecutionJson(failing.stdout);
    if (json === undefined) throw new Error(`Workflow ${id}:\n${failing.output}`);
    const { error, runData } = JSON.parse(json).data.resultData;
    if (error === undefined) throw new Error(`Workflow ${id} did not fail`);
    return { message: error.message, runData };
  }

  /** Starts n8n, possibly again, and logs in as its owner. */
  async start() {
    this.#process = this.launch('start');
    const exited = this.#process.exited.then((code) => {
      throw new Error(`n8n ended with ${code}:\n${this.#process.output}`);
    });
    exited.catch(() => undefined);
    // While it starts, n8n answers with text and HTTP 200, so wait for JSON.
    const readSettings = async () => {
      const settings = await fetch(`${this.origin}/rest/settings`);
      return (await settings.json()).data;
    };
    // The start takes ten seconds on an idle machine, and minutes on a busy one.
    const ready = until('n8n', readSettings, 300_000);
    const { userManagement } = await Promise.race([ready, exited]);
    if (userManagement.showSetupOnFirstLoad) await this.rest('POST', 'owner/setup', owner);
    await this.rest('POST', 'login', {
      emailOrLdapLoginId: owner.email,
      password: owner.password,
    });
  }

  get output() {
    return this.#process.output;
  }

  get owner() {
    return owner;
  }

  async stop() {
    await this.#process?.stop();
  }

  async crash() {
    this.#process.child.kill('SIGKILL');
    await this.#process.exited;
  }

  /** Calls n8n's REST API as the owner, and returns `data`. */
  async rest(method, path, body) {
    const response = await fetch(`${this.origin}/rest/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'browser-id': 'e2e',
        cookie: this.#cookie,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const cookie = response.headers.getSetCookie().map((header) => header.split(';')[0]);
    if (cookie.length > 0) this.#cookie = cookie.join('; ');
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status} ${JSON.stringify(answer)}`);
    return answer.data;
  }

  /** Returns the descriptions of all node types, as the editor gets them. */
  async types() {
    const response = await fetch(`${this.origin}/types/nodes.json`, {
      headers: { cookie: this.#cookie, 'browser-id': 'e2e' },
    });
    return response.json();
  }

  async activate(id) {
    const { versionId } = await this.rest('GET', `workflows/${id}`);
    await this.rest('POST', `workflows/${id}/activate`, { versionId });
  }
}

// Only the necessary variables of our environment: no proxy, and no n8n settings of this machine.
function createEnvironment(folder, port, brokerPort) {
  const { PATH, HOME, LANG, TMPDIR } = process.env;
  return {
    ...Object.fromEntries(
      Object.entries({ PATH, HOME, LANG, TMPDIR }).filter(([, value]) => value !== undefined),
    ),
    N8N_USER_FOLDER: folder,
    N8N_PORT: String(port),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_HOST: '127.0.0.1',
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
    N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
    N8N_SECURE_COOKIE: 'false',
    N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
    N8N_RESTRICT_FILE_ACCESS_TO: folder,
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
    N8N_HIRING_BANNER_ENABLED: 'false',
    N8N_LOG_LEVEL: 'info',
    NO_COLOR: '1',
  };
}

/** Returns the JSON between the log lines of n8n. */
function findExecutionJson(output) {
  return /^\{\n[\s\S]*?^\}$/m.exec(output)?.[0];
}
