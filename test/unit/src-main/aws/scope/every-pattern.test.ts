import { beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { PatternDeclaration } from '#shared/catalogue/declaration.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { keyValues, sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { PageRead } from '#main/aws/dynamodb/reading.ts';
import type { Result } from '#shared/contract/result.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { aReadingWorld, valueOf, type ReadingWorld } from '#test/builders/a-reading-world.ts';
import { buildPerson, doorsOver } from './a-person.ts';

const { extraction } = catalogue;
const tenants = ['northwind', 'alder-finch'] as const;
type Tenant = (typeof tenants)[number];

/** Besides the samples, each tenant has one of everything that a pattern can find. */
const planted: Readonly<Record<Tenant, readonly Attributes[]>> = {
  northwind: buildItems('northwind'),
  'alder-finch': buildItems('alder-finch'),
};
const all = [
  ...extraction.samples.main.map((sample) => sampleAttributes(extraction, 'main', sample)),
  ...Object.values(planted).flat(),
];
const patterns = Object.entries<PatternDeclaration>(extraction.patterns)
  // A question about all tenants together is never asked for such a person: see keys-of-all.test.ts.
  .filter(([, { partition }]) => !/^(ACTIVITY|ATTENTION|CAUSE|PERSON|SPEND)/.test(partition))
  .map(([name, pattern]) => ({ name, pattern }));

let world: ReadingWorld;
beforeEach(async () => {
  world = await aReadingWorld(extraction);
  for (const item of Object.values(planted).flat()) await world.put('autowired-sandbox', item);
});

function ask(pattern: string, params: Readonly<Record<string, string>>, tenant: Tenant, pageSize?: number) {
  const { reader } = scopedDoors(doorsOver(world.reader), buildPerson(tenant));
  return reader.ask({ system: extraction, pattern, params: [params] }, { pageSize });
}

/** Returns the parameters that find items of this tenant. */
function listParams(pattern: string, tenant: Tenant): readonly Readonly<Record<string, string>>[] {
  const located = locate(extraction, pattern);
  const sets = all
    .filter((item) => findOwner(item) === tenant)
    .flatMap((item) => {
      const values = keyValues(located, item);
      return values === undefined ? [] : [{ ...ends, ...values }];
    });
  const names = new Set(located.holes.map(({ name }) => name));
  const asked = sets.map((set) =>
    Object.fromEntries(Object.entries(set).filter(([name]) => names.has(name))),
  );
  return [...new Map(asked.map((set) => [JSON.stringify(set), set])).values()];
}

describe.each(patterns)('$name', ({ name, pattern }) => {
  describe.each([
    ['northwind', 'alder-finch'],
    ['alder-finch', 'northwind'],
  ] as const)('asked by a person with %s for data of %s', (mine, other) => {
    it('returns nothing of theirs, and reads nothing if the question names the tenant', async () => {
      const sets = listParams(name, other);
      expect(sets.length).toBeGreaterThan(0);
      for (const params of sets) {
        for (const pageSize of pattern.each === true ? [undefined] : [undefined, 1]) {
          const from = world.sent.length;
          const answer = await ask(name, params, mine, pageSize);
          if ('tenantId' in params) {
            expect(answer).toMatchObject({ failure: { code: 'tenant-out-of-scope', tenantId: other } });
            expect(world.sent.length).toBe(from);
          } else expectNothingFrom(other, valueOf(answer));
        }
      }
    });

    it('answers as for missing data, except for what is in the question', async () => {
      if (pattern.partition.includes('{tenantId}') || !pattern.partition.includes('{')) return;
      for (const params of listParams(name, other)) {
        const free = Object.keys(params).find((one) => pattern.partition.includes(`{${one}`)) ?? '';
        const absent = { ...params, [free]: free === 'email' ? 'x@absent.example' : 'nothing-like-it' };
        for (const pageSize of pattern.each === true ? [undefined] : [undefined, 1]) {
          const told = describeShape(await ask(name, params, mine, pageSize));
          expect(told).toEqual(describeShape(await ask(name, absent, mine, pageSize)));
        }
      }
    });
  });

  it.each(tenants)('returns to a person with %s what is theirs', async (tenant) => {
    const sets = listParams(name, tenant);
    const found = [];
    for (const params of sets) found.push(...valueOf(await ask(name, params, tenant)).items);
    expect(found.length).toBeGreaterThan(0);
    for (const item of found) expect(findOwner(item.attributes)).toBe(tenant);
  });
});

function expectNothingFrom(other: Tenant, page: PageRead): void {
  for (const item of page.items) expect(findOwner(item.attributes)).not.toBe(other);
  expect(JSON.stringify(page.items)).not.toContain(other);
  expect(page.receipt).toMatchObject({
    items: page.items.length,
    bytes: page.items.reduce((sum, { bytes }) => sum + bytes, 0),
  });
}

/** Leaves out the times of an answer, which differ between two reads. */
function describeShape(answer: Result<PageRead>): unknown {
  const { items, cursor, absent, throttled, receipt } = valueOf(answer);
  const { ms: _ms, asOf: _asOf, ...cost } = receipt;
  return { items, cursor, absent, throttled, cost };
}

/** Finds the owner independently of the console's own rule. */
function findOwner(item: Attributes): Tenant | undefined {
  const text = JSON.stringify([item['PK'], item['SK'], item['tenantId'], item['tenantIds']]);
  const named = tenants.filter((tenant) => new RegExp(`["#]${tenant}["#]`).test(text));
  if (named.length > 0) return named[0];
  return tenants.find((tenant) => text.includes(`"CALLER#person-of-${tenant}"`));
}

const ends = {
  before: '9999-01-01T00:00:00.000Z',
  from: '2000-01-01T00:00:00.000Z',
  to: '9999-01-01T00:00:00.000Z',
  fromDay: '2000-01-01',
  toDay: '9999-01-01',
};

function buildItems(tenant: Tenant): readonly Attributes[] {
  const at = { S: '2026-11-20T12:00:00.000Z' };
  const own = (PK: string, SK: string, more: Attributes = {}): Attributes => ({
    PK: { S: PK },
    SK: { S: SK },
    ...more,
  });
  const statusKeys = (of: string, status: string): Attributes => ({
    GSI2PK: { S: `TENANT#${tenant}${of}#STATUS#${status}` },
    GSI2SK: at,
  });
  return [
    own(`TENANT#${tenant}#DOCUMENT#d`, 'EVENT#01M7SJHX980000000000000001', { what: { S: 'failed' } }),
    own(`TENANT#${tenant}#WORKFLOW#w`, 'EVENT#01M7SJHX980000000000000002', { what: { S: 'created' } }),
    own(`TENANT#${tenant}#BATCH#b`, 'DELIVERY#m', { url: { S: 'https://x.example' } }),
    own(`TENANT#${tenant}#BATCH#b`, 'SPEND#1', { day: { S: '2026-11-20' } }),
    own(`TENANT#${tenant}#SPEND`, 'DAY#2026-11-20', { usage: { M: { runs: { N: '1' } } } }),
    own(`TENANT#${tenant}#SPEND`, 'BY#2026-11-20#WORKFLOW#p#w', { usage: { M: { runs: { N: '1' } } } }),
    own(`TENANT#${tenant}#SPEND`, 'BY#2026-11-20#CAUSE#p#w#failed#1f0c6a', { pattern: { S: 'Error: …' } }),
    own(`TENANT#${tenant}#SPEND`, 'BY#BUDGET', { usd: { S: '40' } }),
    own(`TENANT#${tenant}#SPEND`, 'BY#BUDGET#p#w', { usd: { S: '25' } }),
    own('DIRECTORY#OBJECTIVES', `TENANT#${tenant}#PROJECT#p#WORKFLOW#w`),
    own(`TENANT#${tenant}#CORRECTIONS`, 'CORRECTIONS#w#2026-11-20', { projectId: { S: 'p' } }),
    own(`TENANT#${tenant}#CORRECTED#w`, '2026-11-20T12:00:00.000Z#d', { supplierName: { S: 'Pike' } }),
    own(`TENANT#${tenant}#BATCH#b`, 'WORK', { workedOnBy: { S: 'mira' } }),
    own(`TENANT#${tenant}#ACTIVITY`, '2026-11-20T12:00:00.000Z#an-action', {
      operation: { S: 'plans.start' },
      GSI1PK: { S: 'ACTIVITY#2026-11-20' },
      GSI1SK: at,
      GSI2PK: { S: `TENANT#${tenant}#BATCH#b#ACTIVITY` },
      GSI2SK: at,
      GSI3PK: { S: 'PERSON#mira#ACTIVITY' },
      GSI3SK: at,
    }),
    own(`TENANT#${tenant}#BATCH#b`, 'DOCUMENT#d', statusKeys('#BATCH#b', 'REVIEW_REQUIRED')),
    own(`TENANT#${tenant}#PROJECT#p`, `BATCH#b-${tenant.slice(0, 1)}`, {
      GSI3PK: { S: `b-${tenant.slice(0, 1)}` },
      GSI3SK: { S: 'BATCH' },
      ...statusKeys('', 'FAILED'),
    }),
    own(`TENANT#${tenant}#SUPPLIERS`, 'SUPPLIER#s', { name: { S: 'Pike Ltd' } }),
    own(`TENANT#${tenant}#ORDERS`, 'ORDER#NW40211', { number: { S: 'NW-40211' } }),
    own(`TENANT#${tenant}#INVOICE#4f0c`, 'ACCEPTED#FIRST', { fileName: { S: 'pike.pdf' } }),
    own(`TENANT#${tenant}#LISTS`, 'EVENT#01M7SJHX980000000000000003', { what: { S: 'suppliers changed' } }),
    own(`TENANT#${tenant}#JUDGED`, 'mira#2026-11-20T12:00:00.000Z#d', { how: { S: 'third person' } }),
    own(`MESSAGE#m-${tenant.slice(0, 1)}`, 'FAILURE', { tenantId: { S: tenant } }),
    own(`CALLER#person-of-${tenant}`, 'REQUEST#key', { body: { S: 'an answer' } }),
    own(`CALLER#person-of-${tenant}`, 'AUDIT#console#0000000000000001', { sequence: { N: '1' } }),
    own(`CALLER#person-of-${tenant}`, 'AUDIT#console#0000000000000002', { sequence: { N: '2' } }),
  ];
}
