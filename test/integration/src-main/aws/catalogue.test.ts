import { beforeAll, describe, expect, it } from 'vitest';
import { pocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { plantSamples } from '#local/samples/plant-samples.ts';
import { drivenClock } from '#local/world/clock.ts';
import { dynamoDbClient } from '#main/aws/dynamodb/dynamodb-client.ts';
import { openReader } from '#main/aws/dynamodb/run-access-pattern.ts';
import type { CatalogueReader, PageRead, ReadOptions } from '#main/aws/dynamodb/reading.ts';
import { tableNames } from '#main/aws/table-names.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { PatternDeclaration, SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { requestText, valueOf } from '#test/builders/a-reading-world.ts';
import { exampleParams, expectedItems, sortText } from './sample-oracle.ts';

interface Case {
  readonly name: string;
  readonly system: SystemDeclaration;
  readonly key: string;
  readonly pattern: PatternDeclaration;
}

const systems: readonly SystemDeclaration[] = Object.values(catalogue);
const cases: readonly Case[] = systems.flatMap((system) =>
  Object.entries(system.patterns).map(([key, pattern]) => ({
    name: `${system.id}.${key}`,
    system,
    key,
    pattern,
  })),
);

/**
 * All tests share one world, because they only read. The commands and requests that went to AWS are recorded
 * in full.
 */
const commands: string[] = [];
const requests: { readonly target: string; readonly body: string }[] = [];
let reader: CatalogueReader;

beforeAll(async () => {
  const clock = drivenClock(Date.UTC(2026, 10, 20, 15));
  const aws = pocketAws({ clock });
  await plantSamples(aws.world, Object.values(catalogue));
  const handler = requestHandler(aws.dispatch);
  const client = dynamoDbClient({
    requestHandler: {
      ...handler,
      handle(...[request, options]: Parameters<typeof handler.handle>) {
        const body = requestText(request);
        requests.push({ target: request.headers['x-amz-target'] ?? '', body });
        return handler.handle(request, options);
      },
    },
    region: 'local',
    accountId: '000000000000',
  });
  client.middlewareStack.add(
    (next, context) => (args) => {
      commands.push(context.commandName ?? 'a command without a name');
      return next(args);
    },
    { step: 'initialize' },
  );
  reader = openReader({
    client,
    connectionId: 'local',
    tableNames: (system) => tableNames(system, 'sandbox'),
    cursorKey: Buffer.alloc(32),
    now: () => clock.now(),
    elapsed: () => performance.now(),
    random: () => 0,
    sleep: () => Promise.resolve(),
  });
  return () => aws.close();
});

async function ask({ system, key, pattern }: Case, options?: ReadOptions): Promise<PageRead> {
  return valueOf(
    await reader.ask({ system, pattern: key, params: [exampleParams(system, pattern)] }, options),
  );
}

const text = (attributes: Attributes): string =>
  JSON.stringify(Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1)));

function shown({ pattern }: Case, attributes: Attributes): Attributes {
  if (pattern.attributes === undefined) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => pattern.attributes?.includes(name)),
  );
}

/** Expects the same rows in the same order. Rows with equal sort keys may come in either order. */
function expectSamples(one: Case, items: readonly { readonly attributes: Attributes }[]): void {
  const expected = expectedItems(one.system, one.pattern, exampleParams(one.system, one.pattern));
  const read = items.map(({ attributes }) => attributes);
  const rows = (list: readonly Attributes[]): string[] =>
    list.map((item) => text(shown(one, item))).toSorted();
  const order = (list: readonly Attributes[]): string[] =>
    list.map((item) => sortText(one.system, one.pattern, item));
  expect(rows(read)).toEqual(rows(expected));
  expect(order(read)).toEqual(order(expected));
}

it('has four systems, with every pattern in them', () => {
  expect(systems.map(({ id }) => id)).toEqual(['extraction', 'downloads', 'funds', 'hr']);
  expect(cases.length).toBeGreaterThanOrEqual(60);
});

describe.each(cases)('$name', (one) => {
  it('answers its example as the samples do', async () => {
    const page = await ask(one);
    expectSamples(one, page.items);
    expect(page.items.length).toBeGreaterThan(0);
    if (one.pattern.gives === 'one') expect(page.items).toHaveLength(1);
  });

  it('returns only what it says, by the one request it is mapped to', async () => {
    const from = requests.length;
    const page = await ask(one);
    for (const { entity } of page.items) expect(one.pattern.returns).toContain(entity);
    expect(requests.slice(from).map(({ target }) => target)).toEqual([
      `DynamoDB_20120810.${page.asked.operation}`,
    ]);
    expect(page.asked.index).toBe(one.pattern.on.split('.')[1] ?? null);
  });

  it('has a receipt that adds up', async () => {
    const { receipt, items, throttled, cursor } = await ask(one);
    const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
    expect(receipt).toMatchObject({ pattern: one.name, pages: 1, items: items.length, bytes });
    expect(receipt.index).toBe(one.pattern.on.split('.')[1] ?? 'table');
    // No example reads more than 8 KB.
    expect([0.5, 1]).toContain(receipt.rru);
    expect({ throttled, cursor }).toEqual({ throttled: 0, cursor: null });
  });

  it('gives the same list in pages of one', async () => {
    const rows: PageRead['items'][number][] = [];
    let cursor: string | undefined;
    do {
      const page = await ask(one, { pageSize: 1, cursor });
      expect(page.items.length).toBeLessThanOrEqual(1);
      rows.push(...page.items);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    expectSamples(one, rows);
  });

  it('answers an absent key with nothing', async () => {
    const params = exampleParams(one.system, one.pattern);
    const free = Object.keys(params).find((name) => /Id$|^email$/.test(name));
    if (free === undefined) return;
    const value = free === 'email' ? 'absent@nowhere.example' : 'nowhere';
    const asked = { system: one.system, pattern: one.key, params: [{ ...params, [free]: value }] };
    const page = valueOf(await reader.ask(asked));
    expect(page).toMatchObject({ items: [], cursor: null, receipt: { items: 0, bytes: 0 } });
  });
});

it('finds every item of every table again by its base key', async () => {
  for (const one of cases) {
    for (const item of (await ask(one)).items) {
      const again = valueOf(await reader.readAgain({ system: one.system, table: item.table, key: item.key }));
      expect(again.item?.key).toEqual(item.key);
    }
  }
});

describe('all of these questions', () => {
  it('were answered with three commands', () => {
    expect(new Set(commands)).toEqual(new Set(['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand']));
    expect(new Set(requests.map(({ target }) => target))).toEqual(
      new Set(['GetItem', 'Query', 'BatchGetItem'].map((operation) => `DynamoDB_20120810.${operation}`)),
    );
  });

  it('used no filter, and every request was counted by DynamoDB', () => {
    for (const { body } of requests) {
      expect(body).not.toMatch(/FilterExpression|QueryFilter|ScanFilter|AttributesToGet|Statement/);
      expect(body).toContain('"ReturnConsumedCapacity":"INDEXES"');
    }
  });
});
