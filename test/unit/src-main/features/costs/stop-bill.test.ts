import { describe, expect, it } from 'vitest';
import type { BillAsked, Billed } from '#main/aws/bill.ts';
import { compareWithBill } from '#main/features/costs/compare-bill.ts';
import { openNoticeboard } from '#main/features/monitor/notices.ts';
import { ok } from '#shared/contract/result.ts';

const billed: Billed = {
  lines: [],
  isEstimated: false,
  currency: 'USD',
  pages: 1,
  isCut: false,
  stage: 'production',
};
const input = { from: '2026-11-01', to: '2026-11-20', book: 'us-east-1-since-2024-11', questions: 2 };

function aComparison(onAsked: (asked: BillAsked) => void) {
  const sent: string[] = [];
  const bill = {
    ask: (asked: BillAsked) => {
      sent.push(asked.of);
      onAsked(asked);
      return Promise.resolve(ok(billed));
    },
  };
  const parts = { doors: () => ({ bill, reader: {} }) } as unknown as Parameters<typeof compareWithBill>[1];
  return { sent, compare: (signal: AbortSignal) => compareWithBill(input, parts, signal) };
}

describe('a comparison with the bill that is stopped', () => {
  it('sends no further question, and says what the first one costs', async () => {
    const stop = new AbortController();
    const { sent, compare } = aComparison(() => stop.abort());
    expect(await compare(stop.signal)).toMatchObject({
      ok: false,
      failure: {
        message: 'Stopped. One question was sent, which AWS charges with $0.01 each. Nothing was compared.',
      },
    });
    expect(sent).toEqual(['stacks']);
  });

  it('after the second question says that two were sent', async () => {
    const stop = new AbortController();
    const { compare } = aComparison(({ of }) => of === 'account' && stop.abort());
    expect(await compare(stop.signal)).toMatchObject({
      failure: { message: expect.stringContaining('2 questions were sent') as string },
    });
  });
});

describe('the notice of an unusual cost', () => {
  it('is shown on the desktop, and a click opens its documents', () => {
    const clicks: (() => void)[] = [];
    const opened: unknown[] = [];
    const board = openNoticeboard({
      notify: (_notice, click) => clicks.push(click) > 0,
      isOn: () => true,
      clicked: ({ place }) => void opened.push(place),
    });
    const place = { desk: 'costs', tenant: 'northwind', workflow: 'p/invoices' } as const;
    board.tell([
      { kind: 'costs', at: '2026-11-20T10:00:00.000Z', title: 'Documents cost more', says: '', place },
    ]);
    expect(board.all()).toMatchObject([{ kind: 'costs', onDesktop: true }]);
    for (const click of clicks) click();
    expect(opened).toEqual([place]);
  });
});
