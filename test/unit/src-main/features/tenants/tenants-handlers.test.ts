import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { refused } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import { tenantPageSchema } from '#shared/contract/pipeline-items.ts';
import type { CatalogueReader } from '#main/aws/dynamodb/reading.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { openPinnedTenants } from '#main/reads/pinned-tenants.ts';
import { tenantsHandlers } from '#main/features/tenants/tenants-handlers.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { buildPerson, doorsOver } from '../../aws/scope/a-person.ts';

const { extraction } = catalogue;
const context = { reference: '', role: null, host: 'browser' } as const;

async function aListing({
  who,
  reader: another,
}: { who?: Persona; reader?: (reader: CatalogueReader) => CatalogueReader } = {}) {
  const world = await aReadingWorld(extraction);
  const reader = another === undefined ? world.reader : another(world.reader);
  const open = doorsOver(reader);
  const session = () => aSession(who === undefined ? {} : { who });
  const kept = openPinnedTenants({ home: aHome(), log: { warn() {} }, now: () => Date.UTC(2026, 10, 20) });
  const handlers = tenantsHandlers({ doors: () => scopedDoors(open, session().who), session, kept });
  return {
    ...world,
    kept,
    handlers,
    list: async (input: { cursor?: string; pageSize?: number } = {}) => {
      const page = await handlers['tenants.list'](input, context);
      if (page.ok) tenantPageSchema.parse(page.value);
      return page;
    },
    read: async (tenantId: string) => handlers['tenants.read']({ tenantId }, context),
    pin: async (tenantId: string, pinned = true) =>
      handlers['tenants.pin']({ tenantId, name: null, pinned }, context),
  };
}

/** Replaces a reader's answer about the directory. */
const directory =
  (answer: (read: () => ReturnType<CatalogueReader['run']>) => ReturnType<CatalogueReader['run']>) =>
  (reader: CatalogueReader): CatalogueReader => ({
    ...reader,
    run: (name, params, options) =>
      name === 'extraction.tenants'
        ? answer(() => reader.run(name, params, options))
        : reader.run(name, params, options),
  });

const denied = directory(() =>
  Promise.resolve(
    refused({ code: 'read-denied', message: 'No.', action: 'dynamodb:Query', resource: 'table/x' }),
  ),
);
const empty = directory(async (read) => {
  const page = await read();
  return page.ok ? { ...page, value: { ...page.value, items: [], cursor: null } } : page;
});

describe('a person who sees every tenant', () => {
  it('has the directory by one query, with pinned and opened tenants beside it', async () => {
    const { list, read, pin, sent } = await aListing();
    expect(valueOf(await list())).toEqual({
      rows: [
        {
          tenantId: 'alder-finch',
          name: 'Alder & Finch Insurance',
          plan: 'starter',
          pinned: false,
          openedAt: null,
        },
        {
          tenantId: 'northwind',
          name: 'Northwind Logistics',
          plan: 'business',
          pinned: false,
          openedAt: null,
        },
      ],
      kept: [],
      cursor: null,
      throttled: 0,
      hasDirectory: true,
    });
    expect(sent.map(({ operation }) => operation)).toEqual(['Query']);
    valueOf(await read('northwind'));
    valueOf(await pin('alder-finch'));
    const page = valueOf(await list());
    expect(page.kept.map(({ tenantId, pinned }) => [tenantId, pinned])).toEqual([
      ['alder-finch', true],
      ['northwind', false],
    ]);
    expect(page.rows[1]).toMatchObject({ pinned: false, openedAt: '2026-11-20T00:00:00.000Z' });
  });

  it('pages through it', async () => {
    const { list } = await aListing();
    const first = valueOf(await list({ pageSize: 1 }));
    const second = valueOf(await list({ pageSize: 1, cursor: first.cursor ?? '' }));
    expect([...first.rows, ...second.rows].map(({ tenantId }) => tenantId)).toEqual([
      'alder-finch',
      'northwind',
    ]);
    const third = second.cursor === null ? second : valueOf(await list({ cursor: second.cursor }));
    expect(third).toMatchObject({ cursor: null, hasDirectory: true });
  });

  it('sees the previously opened tenants without a directory', async () => {
    const { list, read } = await aListing({ reader: empty });
    expect(valueOf(await list())).toMatchObject({ rows: [], kept: [], hasDirectory: false });
    valueOf(await read('northwind'));
    expect(valueOf(await list())).toMatchObject({
      rows: [],
      kept: [{ tenantId: 'northwind', name: 'Northwind Logistics' }],
      hasDirectory: false,
    });
  });

  it('sees that the directory may not be read, unless a tenant was opened before', async () => {
    const { list, read } = await aListing({ reader: denied });
    expect(await list()).toMatchObject({ failure: { code: 'read-denied' } });
    valueOf(await read('northwind'));
    expect(valueOf(await list())).toMatchObject({ kept: [{ tenantId: 'northwind' }], hasDirectory: false });
  });

  it('gets an error for a missing tenant, and it is not remembered', async () => {
    const { read, kept } = await aListing();
    expect(await read('absent')).toMatchObject({ failure: { code: 'not-found', what: 'tenant absent' } });
    expect(kept.of('local')).toEqual([]);
  });
});

describe('a person with some tenants', () => {
  it.each([
    ['as it is', undefined],
    ['refused', denied],
    ['empty', empty],
  ])('has these with a directory that is %s, and no other that was opened here', async (_how, reader) => {
    const who = buildPerson('northwind', 'unwritten');
    const { list, kept, sent } = await aListing({ who, ...(reader && { reader }) });
    kept.opened('local', 'alder-finch', 'Alder & Finch Insurance');
    kept.opened('local', 'northwind', 'Northwind Logistics');
    const page = await list();
    expect(valueOf(page)).toMatchObject({
      rows: [
        { tenantId: 'northwind', name: 'Northwind Logistics', plan: 'business' },
        { tenantId: 'unwritten', name: null, plan: null },
      ],
      kept: [{ tenantId: 'northwind' }],
      cursor: null,
      hasDirectory: true,
    });
    expect(sent.map(({ operation }) => operation)).toEqual(['GetItem', 'GetItem']);
    expect(page.receipt).toMatchObject({ pattern: 'extraction.tenantById', pages: 2, items: 1, rru: 1 });
  });

  it('has many of them in pages, and cannot leave the list by a cursor', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `t${index}`);
    const { list } = await aListing({ who: buildPerson(...many) });
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = valueOf(await list(cursor === undefined ? {} : { cursor }));
      expect(page.rows.length).toBeLessThanOrEqual(25);
      found.push(...page.rows.map(({ tenantId }) => tenantId));
      cursor = page.cursor;
    }
    expect(found).toEqual(many);
    for (const cursor of ['x', '-1', '1.5']) {
      expect(await list({ cursor })).toMatchObject({ failure: { code: 'cursor-refused' } });
    }
    expect(valueOf(await list({ cursor: '900' })).rows).toEqual([]);
  });

  it('can read and pin no other', async () => {
    const { read, pin, kept, sent } = await aListing({ who: buildPerson('northwind') });
    expect(await read('alder-finch')).toMatchObject({ failure: { code: 'tenant-out-of-scope' } });
    expect(await pin('alder-finch')).toMatchObject({ failure: { code: 'tenant-out-of-scope' } });
    expect(kept.of('local')).toEqual([]);
    expect(sent).toEqual([]);
  });
});
