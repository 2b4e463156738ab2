export async function measureLists(ask, path, repeats, limit = 500) {
  const filters = 'all high risen undecided settle problems pending rejected unsent scored'.split(
    ' ',
  );
  const sorts = 'row risk change person destination'.split(' ');
  const searches = ['E-9', 'E-99999', 'port', 'nobody has this', '9', 'spain'];
  const lists = [
    ...filters.flatMap((filter) => sorts.map((sort) => `filter=${filter}&sort=${sort}`)),
    ...searches.map((q) => `q=${encodeURIComponent(q)}`),
    ...['E-77', 'ital'].map((q) => `q=${q}&filter=scored&sort=risk`),
  ].map((query) => `${path}/rows?limit=${limit}&${query}`);
  const otherPaths = [
    '',
    '/risks',
    `/problems?limit=${limit}`,
    '/rounds',
    '/rows/77',
    '/unconfirmed',
  ];
  const slowestOfEach = [
    await findSlowest(
      ask,
      [...lists, ...otherPaths.map((suffix) => path + suffix), '/api/sheets'],
      repeats,
    ),
    // The first eleven pages, sorted by risk.
    await findSlowest(ask, [`${path}/rows?limit=${limit}&sort=risk&filter=all`], repeats, 10),
  ];
  return slowestOfEach.reduce((one, other) => (other.ms > one.ms ? other : one));
}

/** Measures up to `pages` pages after each address. The fastest of several requests counts. */
export async function findSlowest(ask, addresses, repeats, pages = 1) {
  let slowest = { ms: 0, query: '' };
  const measure = async (address) => {
    let fastestMs = Infinity;
    let answer;
    for (let index = 0; index < repeats; index++) {
      const startMs = performance.now();
      answer = await (await ask('GET', address)).json();
      fastestMs = Math.min(fastestMs, performance.now() - startMs);
    }
    if (fastestMs > slowest.ms) {
      slowest = { ms: fastestMs, query: address.replace(/^.*sheets\/[^/?]+/, '') };
    }
    return answer;
  };
  for (const address of addresses) {
    let { next } = await measure(address);
    for (let page = 0; page < pages && typeof next === 'string'; page++) {
      ({ next } = await measure(`${address}&after=${encodeURIComponent(next)}`));
    }
  }
  return slowest;
}

export function createHires(rows, { citizenship = 'France', id = 'E' } = {}) {
  const head =
    'Employee ID,Purpose,Seniority,Role type,Citizenship,Destination country,Residency,Sales contracts,Legal right to work,Benefits the local market,Number of hires,Hiring urgency,Start date,End date';
  const countries = ['Portugal', 'Spain', 'Italy', 'Germany', 'Canada', 'Japan', 'Brazil'];
  const lines = Array.from(
    { length: rows },
    (_, index) =>
      `${id}-${index},Hire From Anywhere,Mid,Other,${citizenship},${countries[index % 7]},Germany,No,Yes,No,2,1-3 months,2026-11-03,2027-11-02`,
  );
  return [head, ...lines, ''].join('\r\n');
}
