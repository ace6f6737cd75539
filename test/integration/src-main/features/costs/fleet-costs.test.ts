import { describe, expect, it } from 'vitest';
import { readFleetCosts } from '#main/features/costs/fleet-costs.ts';
import { toItem as toSdkItem, type PlainItem } from '#pipelines/plain-items.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import type { FleetCosts } from '#shared/contract/costs.ts';
import { contract, type InputOf } from '#shared/contract/contract.ts';
import type { Persona } from '#shared/contract/session.ts';
import {
  addFigures,
  addSpends,
  emptySpend,
  sumRunSpend,
  toFigures,
  toFleetSpendItem,
  toTenantSpendItem,
  type SpendFigures,
} from '#shared/pricing/run-spend.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { totalsCost } from '#shared/pricing/usage-totals.ts';
import { aReadingWorld, valueOf, type ReadingWorld } from '#test/builders/a-reading-world.ts';
import { aSession } from '#test/builders/a-session.ts';
import { buildPersona } from './a-costs-desk.ts';

const now = Date.parse('2026-11-20T15:00:00.000Z');
const [book] = priceBooks;
const week = { days: 7, day: null, book: book.id } as const;

describe('the costs of all tenants', () => {
  it('are read from the sums of days, with the tenants that spent most and the rest together', async () => {
    const desk = await aDesk();
    await desk.keep(
      '2026-11-15',
      many(120, (number) => number + 1),
    );
    await desk.keep(
      '2026-11-17',
      many(120, () => 2),
    );
    await desk.keep('2026-11-10', { 'tenant-0119': 60 });
    const fleet = await desk.kept(week);
    expect(fleet).toMatchObject({ from: '2026-11-14', to: '2026-11-20', wholeFrom: '2026-11-01' });
    expect(fleet.days.map(({ day, tenants }) => [day, tenants])).toEqual([
      ['2026-11-15', 120],
      ['2026-11-17', 120],
      ['2026-11-18', 1],
      ['2026-11-19', 1],
    ]);
    expect(fleet.tenants).toHaveLength(50);
    expect(fleet.tenants[0]).toMatchObject({
      tenantId: 'tenant-0119',
      name: null,
      spend: { runs: 2, usage: { documents: 122, textract: { pages: 122 } } },
      before: { usage: { documents: 60 } },
    });
    expect(fleet.tenants[1]).toMatchObject({ tenantId: 'tenant-0118', before: { runs: 0 } });
    const prices = fleet.tenants.map(({ spend }) => Number(totalsCost(spend.usage, book).total));
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(fleet.ranked).toEqual({ rows: 242, since: '2026-11-14', isWhole: true, tenants: 121 });
    // Nothing is lost and nothing is counted twice.
    const shown = fleet.tenants.reduce((sum, { spend }) => addSpends(sum, spend), fleet.others);
    expect(shown).toEqual(fleet.all);
    expect(fleet.days.reduce((sum, { spend }) => addSpends(sum, spend), emptySpend)).toEqual(fleet.all);
  });

  it('take the same number of calls however many tenants there are', async () => {
    const few = await aDesk();
    await few.keep(
      '2026-11-17',
      many(60, () => 1),
    );
    await few.kept(week);
    const lots = await aDesk();
    await lots.keep(
      '2026-11-17',
      many(900, () => 1),
    );
    await lots.kept(week);
    expect(few.calls()).toBe(lots.calls());
    expect(lots.calls()).toBeLessThan(60);
  });

  it('narrow to a day, which is compared with the day before', async () => {
    const desk = await aDesk();
    await desk.keep('2026-11-16', { alder: 3, birch: 1 });
    await desk.keep('2026-11-17', { birch: 5 });
    const fleet = await desk.kept({ ...week, day: '2026-11-17' });
    expect(fleet).toMatchObject({ from: '2026-11-17', to: '2026-11-17', all: { usage: { documents: 5 } } });
    expect(fleet.tenants.map(({ tenantId, before }) => [tenantId, before?.usage.documents])).toEqual([
      ['birch', 1],
    ]);
    expect(fleet.before?.usage.documents).toBe(4);
  });

  it('say which days are kept, and compare with nothing that is not', async () => {
    const desk = await aDesk();
    await desk.keepSince('2026-11-12T08:30:00.000Z');
    await desk.keep('2026-11-17', { alder: 3 });
    expect(await desk.kept(week)).toMatchObject({ wholeFrom: '2026-11-13', before: null });
    expect((await desk.kept(week)).tenants.every(({ before }) => before === null)).toBe(true);
  });

  it('are not answered where the pipeline keeps no sums, after two calls', async () => {
    const desk = await aDesk();
    await desk.world.remove(table, toItem({ PK: 'ATTENTION', SK: 'STATE' }));
    expect(valueOf(await desk.ask(week))).toEqual({
      fleet: null,
      whyNot: 'This deployment keeps no sums of what all tenants consume.',
    });
    expect(desk.calls()).toBe(2);
  });

  it('of a person held to some tenants are those of their tenants, and no key of all tenants is read', async () => {
    const desk = await aDesk(buildPersona(['alder', 'northwind']));
    await desk.keep('2026-11-17', { alder: 3, birch: 500 });
    const fleet = await desk.kept(week);
    expect(fleet.tenants.map(({ tenantId, name }) => [tenantId, name])).toEqual([
      ['northwind', 'Northwind Logistics'],
      ['alder', null],
    ]);
    expect(fleet).toMatchObject({ upTo: null, all: { usage: { documents: 9 } }, others: { runs: 0 } });
    const keys = desk.world.sent.map(({ input }) => JSON.stringify(input));
    expect(keys.filter((key) => /"(?:SPEND|ATTENTION)[#"]/.test(key))).toEqual([]);
    expect(keys.every((key) => key.includes('TENANT#alder') || key.includes('TENANT#northwind'))).toBe(true);
  });

  it('of tenants that were idle are whole, because an older day shows that sums were kept', async () => {
    const desk = await aDesk(buildPersona(['alder', 'birch']));
    await desk.keep('2026-09-01', { birch: 1 });
    const idle = await desk.kept(week);
    expect(idle).toMatchObject({ wholeFrom: '2026-09-01', days: [], all: { runs: 0 }, before: { runs: 0 } });
    await desk.keep('2026-11-17', { alder: 3 });
    const fleet = await desk.kept(week);
    expect(fleet).toMatchObject({ wholeFrom: '2026-09-01', before: { runs: 0 } });
    expect(fleet.tenants.map(({ tenantId, before }) => [tenantId, before?.runs])).toEqual([
      ['alder', 0],
      ['birch', 0],
    ]);
  });

  it('of tenants without any sum are not known', async () => {
    const desk = await aDesk(buildPersona(['alder']));
    expect(valueOf(await desk.ask(week))).toEqual({
      fleet: null,
      whyNot: 'No sums are kept for these days.',
    });
  });
});

const table = 'autowired-sandbox';

function toItem(item: PlainItem): Attributes {
  return toSdkItem(item) as Attributes;
}

interface Desk {
  readonly world: ReadingWorld;
  readonly ask: (input: InputOf<'costs.fleet'>) => ReturnType<typeof readFleetCosts>;
  readonly kept: (input: InputOf<'costs.fleet'>) => Promise<FleetCosts>;
  /** Writes what these tenants' runs of so many documents would have left on a day. */
  readonly keep: (day: string, documents: Readonly<Record<string, number>>) => Promise<void>;
  readonly keepSince: (at: string) => Promise<void>;
  readonly calls: () => number;
}

async function aDesk(who?: Persona): Promise<Desk> {
  const world = await aReadingWorld(extraction);
  const put = (item: PlainItem): Promise<unknown> => world.put(table, toItem(item));
  const session = aSession(who === undefined ? {} : { who });
  const parts = {
    doors: () => ({ reader: world.reader }),
    session: () => session,
    kept: { of: () => [] },
    now: () => now,
  };
  const times = { version: 1, createdAt: '2026-11-17T10:00:00.000Z', updatedAt: '2026-11-17T10:00:00.000Z' };
  const ask: Desk['ask'] = (input) => readFleetCosts(input, parts);
  const state = { PK: 'ATTENTION', SK: 'STATE', ...times, upTo: '2026-11-20T14:58:00.000Z' };
  await put({ ...state, keptSince: '2026-11-01T00:00:00.000Z' });
  world.sent.length = 0;
  return {
    world,
    ask,
    async kept(input) {
      const value = contract['costs.fleet'].output.parse(valueOf(await ask(input)));
      if (value.fleet === null) throw new Error(value.whyNot ?? 'It says no reason');
      return value.fleet;
    },
    async keep(day, documents) {
      let all: SpendFigures = {};
      for (const [tenantId, count] of Object.entries(documents)) {
        const usage = toFigures(
          sumRunSpend(
            1,
            Array.from({ length: count }, () => document),
          ).spend,
        );
        all = addFigures(all, usage);
        await put({ ...toTenantSpendItem({ tenantId, day, usage, ...times }) });
      }
      const usage = { ...all, tenants: Object.keys(documents).length };
      await put({ ...toFleetSpendItem({ day, usage, ...times }) });
      world.sent.length = 0;
    },
    keepSince: async (keptSince) => void (await put({ ...state, keptSince })),
    calls: () => world.sent.length,
  };
}

const document = {
  run: 1,
  status: 'SUCCEEDED',
  usage: {
    textract: { pages: 1, ms: 900, analysis: 'expense' },
    verify: { model: 'claudeHaiku45.regional', inputTokens: 900, outputTokens: 80, ms: 700 },
  },
} as const;

function many(count: number, documentsOf: (number: number) => number): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => [
      `tenant-${String(number).padStart(4, '0')}`,
      documentsOf(number),
    ]),
  );
}
