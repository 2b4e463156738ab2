import { setTimeout as delay } from 'node:timers/promises';
import { hire } from './hire.mjs';
import { startRwa } from './processes.mjs';

/** Starts the real `rwa serve` with a data folder. Resolves when it listens. */
export function startServe(folder, env) {
  return startListening(['serve', '--port', '0', '--json', '--data', folder], env);
}

/** Starts a command that prints its address as JSON when it listens. Resolves to this JSON with a method `kill`. */
export async function startListening(args, env) {
  const { child, ended } = startRwa(args, env);
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    ended.then(({ err }) => reject(new Error(`rwa ${args[0]} did not start: ${err}`)));
  });
  return {
    ...JSON.parse(line),
    async kill() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

const headings = {
  purpose: 'Purpose',
  seniority: 'Seniority',
  roleType: 'Role type',
  citizenship: 'Citizenship',
  destination: 'Destination country',
  residency: 'Residency',
  salesContracts: 'Sales contracts',
  legalRight: 'Legal right to work',
  benefitLocalMarket: 'Benefits the local market',
  numberHires: 'Number of hires',
  urgency: 'Hiring urgency',
  startDate: 'Start date',
  endDate: 'End date',
};

/** Returns a CSV file with a hire for each of these employees. */
function toCsv(employees) {
  const fields = Object.keys(headings);
  const values = fields.map((field) => String(hire[field]).replace(/T00:00:00.000Z$/, ''));
  const rows = employees.map((employee) => [employee, ...values].join(','));
  return [['Employee ID', ...Object.values(headings)].join(','), ...rows, ''].join('\r\n');
}

const workingStates = ['queued', 'running', 'pausing'];

/** A client that sends the requests of the page in a browser. */
export class ServePage {
  constructor(url, cookie) {
    Object.assign(this, { url, cookie });
  }

  /** Signs in with a link, unless the cookie of an earlier start is still valid. */
  async signIn(link) {
    const code = new URL(link).hash.slice(1);
    const { member } = await this.get('/api/session');
    if (member === null) await this.post('/api/links', { code });
  }

  get(path) {
    return this.send('GET', path);
  }

  post(path, body) {
    return this.send('POST', path, body);
  }

  async upload(name, employees) {
    const path = `/api/sheets?name=${name}`;
    const { sheet } = await this.send('PUT', path, Buffer.from(toCsv(employees)));
    return sheet;
  }

  /** Starts a run with the current plan. */
  async start(id) {
    const { token } = await this.get(`/api/sheets/${id}/plan?operation=assess`);
    return this.post(`/api/sheets/${id}/runs`, { operation: 'assess', token });
  }

  /** Waits until the sheet has been read and no run on it is active. */
  async waitUntilIdle(id, untilMs) {
    for (;;) {
      const { stage, run } = await this.get(`/api/sheets/${id}`);
      if (stage !== 'reading' && !workingStates.includes(run?.state)) return;
      if (Date.now() > untilMs)
        throw new Error(`The sheet is never idle: ${stage} ${JSON.stringify(run)}`);
      await delay(100);
    }
  }

  async send(method, path, body) {
    const isFile = Buffer.isBuffer(body);
    const response = await fetch(this.url + path, {
      method,
      headers: {
        Origin: this.url,
        Cookie: this.cookie,
        'Content-Type': isFile ? 'application/octet-stream' : 'application/json',
      },
      // A suspended server does not answer.
      signal: AbortSignal.timeout(this.requestTimeoutMs ?? 60_000),
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    });
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie !== undefined) this.cookie = cookie;
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
