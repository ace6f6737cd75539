import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCostNews } from '#main/features/costs/cost-findings.ts';
import type { MonthCosts, MonthRow } from '#shared/contract/month-costs.ts';
import { ok } from '#shared/contract/result.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aSession } from '#test/builders/a-session.ts';

const anHour = 3_600_000;
const begun = Date.parse('2026-11-20T08:00:00Z');
const workflows = ['invoices', 'notes', 'forms'] as const;
const days = ['2026-11-17', '2026-11-19'] as const;

/** Names the workflows whose documents cost more since a day, and those over their budget. */
interface Found {
  readonly unusual: readonly (readonly [workflow: string, since: string])[];
  readonly over: readonly string[];
}

function aRow(workflowId: string, change: Partial<MonthRow>): MonthRow {
  return {
    tenantId: 'northwind',
    name: 'Northwind Logistics',
    projectId: 'p',
    workflowId,
    workflowName: null,
    used: '12',
    documents: 100,
    unpriced: 0,
    days: [],
    forecast: null,
    budget: null,
    set: { usd: null, months: {}, version: 0, setBy: null },
    unusual: null,
    ...change,
  };
}

function toMonth({ unusual, over }: Found): MonthCosts {
  const each = {
    isDearer: true,
    each: '0.08',
    usual: '0.05',
    documents: 76,
    more: '2',
    comparedDays: 13,
    parts: [],
  };
  const budget = {
    usd: '10',
    isOfMonth: false,
    left: '-2',
    usedUpOn: '2026-11-19',
    standing: 'over',
  } as const;
  return {
    month: '2026-11',
    today: '2026-11-20',
    rows: [
      ...unusual.map(([workflow, since]) => aRow(workflow, { unusual: { ...each, since } })),
      ...over.map((workflow) => aRow(workflow, { budget })),
    ],
    losses: [],
    lost: { failed: '0', again: '0' },
    detailFrom: null,
    leftOut: 0,
    budgetsKeptBy: 'deployment',
    whyHere: null,
    trouble: null,
    readAt: new Date(begun).toISOString(),
  };
}

/** A console that may be restarted in the same home folder. */
function aConsole() {
  const home = aHome();
  let now = begun;
  let found: Found = { unusual: [], over: [] };
  const start = () =>
    openCostNews({
      home,
      log: { warn: () => undefined },
      now: () => now,
      session: () => aSession(),
      readMonth: () => Promise.resolve(ok({ month: toMonth(found), whyNot: null })),
    } as unknown as Parameters<typeof openCostNews>[0]);
  let news = start();
  return {
    find: (next: Found) => void (found = next),
    restart: () => void (news = start()),
    pass: (hours: number) => void (now += hours * anHour),
    async look(isThere = true) {
      const told: string[] = [];
      await news((fresh) => {
        told.push(...fresh.map(({ title, says }) => `${title} ${says}`));
        return isThere;
      });
      return told;
    },
  };
}

const one: Found = { unusual: [['invoices', '2026-11-17']], over: [] };

describe('the news of costs', () => {
  it('is told with the second look, once, and not again after a restart', async () => {
    const host = aConsole();
    host.find(one);
    // The first look belongs to the first paint of a page.
    expect(await host.look()).toEqual([]);
    const [told, ...others] = await host.look();
    expect(told).toMatch(
      /^Documents cost more than usual: invoices of Northwind Logistics .* since 2026-11-17/,
    );
    expect(others).toEqual([]);
    host.pass(2);
    expect(await host.look()).toEqual([]);
    host.restart();
    expect([await host.look(), await host.look()]).toEqual([[], []]);
  });

  it('is told with the next look if its reader has left', async () => {
    const host = aConsole();
    host.find(one);
    await host.look();
    expect(await host.look(false)).toHaveLength(1);
    expect(await host.look()).toHaveLength(1);
    expect(await host.look()).toEqual([]);
  });

  it('is told again when it has begun again on another day', async () => {
    const host = aConsole();
    host.find(one);
    await host.look();
    await host.look();
    host.pass(1);
    host.find({ unusual: [['invoices', '2026-11-19']], over: ['notes'] });
    expect((await host.look()).map((said) => said.slice(0, 24))).toEqual([
      'Budget used up: notes of',
      'Documents cost more than',
    ]);
  });

  it('reads the costs at most once an hour', async () => {
    const host = aConsole();
    await host.look();
    await host.look();
    host.find(one);
    expect(await host.look()).toEqual([]);
    host.pass(1);
    expect(await host.look()).toHaveLength(1);
  });

  it('is told exactly once each, whatever is found and however often the console restarts', async () => {
    const someFound: fc.Arbitrary<Found> = fc.record({
      unusual: fc.uniqueArray(fc.tuple(fc.constantFrom(...workflows), fc.constantFrom(...days)), {
        selector: ([workflow]) => workflow,
      }),
      over: fc.uniqueArray(fc.constantFrom(...workflows)),
    });
    const act = fc.oneof(
      someFound.map((found) => ({ kind: 'found', found }) as const),
      fc.constantFrom({ kind: 'restart' } as const, { kind: 'look' } as const, { kind: 'hour' } as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const host = aConsole();
        const told: string[] = [];
        let found: Found = { unusual: [], over: [] };
        for (const step of acts) {
          if (step.kind === 'found') host.find((found = step.found));
          else if (step.kind === 'restart') host.restart();
          else if (step.kind === 'hour') host.pass(1);
          else told.push(...(await host.look()));
        }
        host.restart();
        told.push(...(await host.look()), ...(await host.look()));
        expect(new Set(told).size).toBe(told.length);
        expect(told.length).toBeGreaterThanOrEqual(found.unusual.length + found.over.length > 0 ? 1 : 0);
      }),
      { numRuns: 40 },
    );
  });
});
