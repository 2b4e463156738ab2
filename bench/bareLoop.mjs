// The reference for bench/assess.mjs: a loop that only uses undici.
import { Pool } from 'undici';
import { hire } from '../test/chaos/hire.mjs';

const [baseUrl, token, rows, connections] = process.argv.slice(2);
const { origin, pathname } = new URL(baseUrl);
const pool = new Pool(origin, { connections: Number(connections), allowH2: false });
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

async function post(operation, body) {
  const answer = await pool.request({
    path: `${pathname}/${operation}`,
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return answer.body.json();
}

let next = 0;
const startMs = performance.now();
async function worker() {
  while (next < Number(rows)) {
    const { response } = await post('rwa_create', { ...hire, employeeId: `bare-${next++}` });
    const { data } = await post('rwa_retrieve', { assessmentId: response.assessment_id });
    if (data.overallTrip === undefined) throw new Error('The sandbox returned no score');
  }
}
await Promise.all(Array.from({ length: Number(connections) }, worker));
const seconds = (performance.now() - startMs) / 1000;
process.stdout.write(JSON.stringify({ requests: 2 * Number(rows), seconds }));
await pool.close();
