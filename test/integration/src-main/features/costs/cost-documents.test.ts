import { describe, expect, it } from 'vitest';
import { listCostDocuments } from '#main/features/costs/document-evidence.ts';
import { scopedDoors } from '#main/aws/scope/scoped-doors.ts';
import { openIdOrders } from '#main/reads/batches-by-time.ts';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { decimal, decimalText, sumDecimals } from '#shared/pricing/decimal.ts';
import type { Session } from '#shared/contract/session.ts';
import { aSession } from '#test/builders/a-session.ts';
import { aCostsDesk, buildPersona, type CostsDesk } from './a-costs-desk.ts';

const workflow = { tenantId: 'northwind', projectId: 'freight-invoices', workflowId: 'carrier-invoices' };
const book = priceBooks[0].id;

function list(
  desk: CostsDesk,
  change: Partial<Parameters<typeof listCostDocuments>[0]> = {},
  session: Session = aSession(),
) {
  const now = (): number => desk.world.clock.now();
  const today = new Date(now()).toISOString().slice(0, 10);
  const from = new Date(now() - 6 * 86_400_000).toISOString().slice(0, 10);
  return listCostDocuments(
    { ...workflow, from, to: today, book, ...change },
    {
      doors: () => scopedDoors(desk.doors, session.who),
      session: () => session,
      orders: openIdOrders(now),
      now,
    },
  );
}

describe('the documents behind the cost of a workflow', () => {
  it('are those of runs that ended on these days, the dearest first, with names', async () => {
    const desk = await aCostsDesk();
    const listed = await list(desk);
    if (!listed.ok) throw new Error(listed.failure.message);
    const { documents, read, usd, tenantName, workflowName, days, trouble } = listed.value;
    expect({ tenantName, workflowName, trouble }).toEqual({
      tenantName: 'Northwind Logistics',
      workflowName: 'Carrier invoices',
      trouble: null,
    });
    expect(read).toBeGreaterThan(100);
    expect(documents).toHaveLength(100);
    const costs = documents.map((one) => Number(one.usd));
    expect(costs).toEqual(costs.toSorted((a, b) => b - a));
    expect(days.length).toBeGreaterThan(3);
    expect(Number(usd)).toBeGreaterThan(
      Number(decimalText(sumDecimals(documents.map((one) => decimal(one.usd))))),
    );
  });

  it('cost together what the sums of the pipeline say of each day', async () => {
    const desk = await aCostsDesk();
    const whole = await list(desk);
    if (!whole.ok) throw new Error(whole.failure.message);
    const days = whole.value.days.slice(-3);
    for (const { day, usd } of days) {
      const listed = await list(desk, { from: day, to: day });
      if (!listed.ok) throw new Error(listed.failure.message);
      // The sums count the upload of a document once, and also documents of which nothing was read.
      expect(Number(listed.value.usd) / Number(usd), day).toBeCloseTo(1, 3);
    }
  });

  it('are read by indexed requests only, and no more than the limit of documents', async () => {
    const desk = await aCostsDesk();
    desk.sent();
    const listed = await list(desk, {
      from: new Date(desk.world.clock.now() - 40 * 86_400_000).toISOString().slice(0, 10),
    });
    const sent = desk.sent();
    expect(sent.map(({ operation }) => operation)).not.toContain('Scan');
    expect(listed.ok && listed.value.read).toBeLessThanOrEqual(1_200);
    expect(listed.ok && listed.value.batchesLeft).toBeGreaterThan(0);
  });

  it('of another tenant, or of too many days, are refused before anything is read', async () => {
    const desk = await aCostsDesk();
    desk.sent();
    const refused = await list(desk, {}, { ...aSession(), who: buildPersona(['kestrel']) });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'tenant-out-of-scope' } });
    expect(await list(desk, { from: '2020-01-01' })).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input' },
    });
    expect(desk.sent()).toEqual([]);
  });
});
