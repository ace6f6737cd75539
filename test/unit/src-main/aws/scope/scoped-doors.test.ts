import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { ok } from '#shared/contract/result.ts';
import type { Executions } from '#main/aws/executions.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { aReceipt } from '#test/builders/a-reader.ts';
import { aReadingWorld, valueOf } from '#test/builders/a-reading-world.ts';
import { buildPerson, doorsOver } from './a-person.ts';

const { extraction, funds } = catalogue;
const table = 'autowired-sandbox';

async function aScopedWorld(...tenants: readonly string[]) {
  const world = await aReadingWorld(...Object.values(catalogue));
  const asked: string[] = [];
  const executions = recording(asked);
  const open = doorsOver(world.reader, { executions });
  return { ...world, asked, open, doors: scopedDoors(open, buildPerson(...tenants)) };
}

function recording(asked: string[]): Executions {
  const note = (what: string) => {
    asked.push(what);
    return Promise.resolve(ok([]) as never);
  };
  return {
    runOf: () => note('runOf'),
    describe: () => note('describe'),
    history: () => note('history'),
    event: () => note('event'),
    mapRun: () => note('mapRun'),
    children: () => note('children'),
    childOfDocument: () => note('childOfDocument'),
    documentIds: () => note('documentIds'),
    redrive: () => note('redrive'),
    stop: () => note('stop'),
  };
}

const mine = 'batch-01M7SJ8EE04C';
const theirs = 'batch-01M7W6C3805Q';

describe('a person who sees every tenant, and a connection without a known person', () => {
  it('reads everything', async () => {
    const { open } = await aScopedWorld();
    expect(scopedDoors(open, null)).toBe(open);
    expect(scopedDoors(open, { ...buildPerson(), tenants: '*' })).toBe(open);
  });
});

describe('an item', () => {
  const key = (PK: string, SK: string): Attributes => ({ PK: { S: PK }, SK: { S: SK } });

  it('belongs to the tenant in its own key, whatever other attributes say', async () => {
    const { doors, put } = await aScopedWorld('northwind');
    const index = {
      GSI2PK: { S: 'TENANT#northwind#STATUS#FAILED' },
      GSI2SK: { S: '2026-11-20T15:00:00.000Z' },
    };
    await put(table, {
      ...key('TENANT#alder-finch#PROJECT#p', 'BATCH#lost'),
      ...index,
      tenantId: { S: 'northwind' },
    });
    const page = valueOf(
      await doors.reader.run('extraction.batchesByStatus', { tenantId: 'northwind', status: 'FAILED' }),
    );
    expect(page.items.map(({ key: { SK } }) => SK)).toEqual([{ S: `BATCH#${mine}` }]);
    expect(page.receipt.items).toBe(1);
  });

  it('does not belong to a tenant whose name starts alike, or differs in case or by a space', async () => {
    const { doors, sent } = await aScopedWorld('north');
    for (const tenantId of ['northwind', 'North', 'north ', '']) {
      expect(await doors.reader.run('extraction.tenantById', { tenantId })).toMatchObject({
        failure: { code: 'tenant-out-of-scope', tenantId },
      });
    }
    expect(sent).toEqual([]);
  });

  it('with an unknown tenant belongs to no one', async () => {
    const { doors, put } = await aScopedWorld('northwind');
    await put(table, { ...key('MESSAGE#m', 'FAILURE'), code: { S: 'Unreadable' } });
    await put(table, { ...key('MESSAGE#n', 'FAILURE'), tenantId: { L: [{ S: 'northwind' }] } });
    const asked = [{ messageId: 'm' }, { messageId: 'none' }, { messageId: 'n' }];
    const page = valueOf(await doors.reader.run('extraction.failuresOfMessages', asked));
    expect(page).toMatchObject({ items: [], absent: [0, 1, 2] });
  });

  it('of a person with several tenants shows those that are shared', async () => {
    const { doors, put } = await aScopedWorld('northwind');
    const profile = { ...key('USER#u', 'PROFILE'), tenantIds: { SS: ['alder-finch', 'northwind'] } };
    await put(table, profile);
    const { items } = valueOf(await doors.reader.run('extraction.userById', { userId: 'u' }));
    expect(items[0]?.attributes['tenantIds']).toEqual({ SS: ['northwind'] });
  });

  it('in a set of several is refused with all of them', async () => {
    const { doors, sent } = await aScopedWorld('northwind');
    const set = (tenantId: string) => ({ tenantId, batchId: mine, documentId: 'doc-01M7SJ8EE0A2' });
    expect(
      await doors.reader.run('extraction.documentsByKeys', [set('northwind'), set('alder-finch')]),
    ).toMatchObject({ failure: { code: 'tenant-out-of-scope', tenantId: 'alder-finch' } });
    expect(sent).toEqual([]);
  });

  it('read again is refused by its key, or is missing', async () => {
    const { doors, put, sent } = await aScopedWorld('northwind');
    const again = (item: Attributes, attributes?: readonly string[]) =>
      doors.reader.readAgain({ system: extraction, table: 'main', key: item }, attributes);
    expect(await again(key('TENANT#alder-finch', 'METADATA'))).toMatchObject({
      failure: { code: 'tenant-out-of-scope' },
    });
    expect(sent).toEqual([]);
    await put(table, { ...key('MESSAGE#m', 'FAILURE'), tenantId: { S: 'alder-finch' }, code: { S: 'x' } });
    const theirMessage = valueOf(await again(key('MESSAGE#m', 'FAILURE')));
    expect(theirMessage).toMatchObject({ item: null, receipt: { items: 0, bytes: 0 } });
    expect(theirMessage.receipt.rru).toBe(valueOf(await again(key('MESSAGE#none', 'FAILURE'))).receipt.rru);
    await put(table, { ...key('MESSAGE#m', 'FAILURE'), tenantId: { S: 'northwind' }, code: { S: 'x' } });
    const { item } = valueOf(await again(key('MESSAGE#m', 'FAILURE'), ['code']));
    expect(item?.attributes).toEqual({ ...key('MESSAGE#m', 'FAILURE'), code: { S: 'x' } });
  });
});

describe('the list of the tenants', () => {
  it('has their own, also across pages without any of them', async () => {
    const { doors } = await aScopedWorld('northwind');
    const found: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = valueOf(await doors.reader.run('extraction.tenants', {}, { cursor, pageSize: 1 }));
      found.push(...page.items.map(({ key: { SK } }) => SK));
      cursor = page.cursor;
    }
    expect(found).toEqual([{ S: 'TENANT#northwind' }]);
  });
});

describe('another system', () => {
  it('has no tenant of the pipeline, and stays as it is', async () => {
    const { doors, reader } = await aScopedWorld('northwind');
    const asked = { system: funds, pattern: 'documentOverview', params: [{ documentId: 'DOC001' }] };
    const { items, asked: of } = valueOf(await doors.reader.ask(asked));
    expect(items).toEqual(valueOf(await reader.ask(asked)).items);
    expect(items.length).toBeGreaterThan(0);
    expect(of.conditions.map(({ attribute }) => attribute)).not.toContain('tenant');
  });

  it('from a file, over the same table, is limited as well', async () => {
    const { doors } = await aScopedWorld('northwind');
    const asked = { system: sameTable, pattern: 'anyBatch', params: [{ id: theirs }] };
    expect(valueOf(await doors.reader.ask(asked))).toMatchObject({ items: [], cursor: null });
    const own = { ...asked, params: [{ id: mine }] };
    expect(valueOf(await doors.reader.ask(own)).items).toHaveLength(1);
  });
});

describe('an execution', () => {
  it('belongs to the tenant of the batch in its name, which is looked up once', async () => {
    const { doors, sent, asked } = await aScopedWorld('northwind');
    await doors.executions.describe({ batchId: mine, run: 1 });
    await doors.executions.history({ batchId: mine, run: 2 }, {});
    expect(asked).toEqual(['describe', 'history']);
    expect(sent.map(({ operation }) => operation)).toEqual(['Query']);
  });

  it('of a batch that was on a page costs no look at all', async () => {
    const { doors, sent } = await aScopedWorld('northwind');
    await doors.reader.run('extraction.batchById', { batchId: mine });
    await doors.executions.documentIds({ batchId: mine, run: 1 });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['another tenant’s', theirs],
    ['an unknown', 'batch-none'],
  ])('of %s batch is refused in the same words, without a call', async (_whose, batchId) => {
    const { doors, asked } = await aScopedWorld('northwind');
    const name = { batchId, run: 1 };
    const { executions } = doors;
    for (const answer of [
      await executions.describe(name),
      await executions.history(name, {}),
      await executions.documentIds(name),
    ]) {
      expect(answer).toMatchObject({
        failure: { code: 'not-found', what: `${batchId}-r1` },
        receipt: { items: 0, rru: 0.5 },
      });
    }
    for (const change of [
      await executions.redrive(name, 't'),
      await executions.stop(name, { error: '', cause: '' }),
    ]) {
      expect(change).toMatchObject({
        kind: 'refused',
        why: `There is no run 1 of "${batchId}" that you may see. Step Functions was not asked.`,
      });
    }
    expect(asked).toEqual([]);
  });

  it('reports the cost of finding its tenant', async () => {
    const { open } = await aScopedWorld('northwind');
    const described = { ...aReceipt, rru: 0, bytes: 300 };
    const executions = { ...open.executions, describe: () => Promise.resolve(ok({} as never, described)) };
    const { reader } = open;
    const batch = valueOf(await reader.run('extraction.batchById', { batchId: mine })).receipt;
    const doors = scopedDoors(doorsOver(reader, { executions }), buildPerson('northwind'));
    const answer = await doors.executions.describe({ batchId: mine, run: 1 });
    expect(answer.receipt).toMatchObject({ pages: 2, rru: 0.5, bytes: 300 + batch.bytes });
  });
});

const sameTable: SystemDeclaration = {
  ...extraction,
  id: 'of-a-file',
  patterns: {
    anyBatch: {
      number: 'AP1',
      asks: '',
      title: '',
      on: 'main.GSI3',
      partition: '{id}',
      returns: ['Batch'],
      gives: 'one',
    },
  },
};
