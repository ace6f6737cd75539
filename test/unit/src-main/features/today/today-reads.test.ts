import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok, refused } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { handedOn } from '#main/features/today/today-reads.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aBatchItem, buildDirectory, aDocumentItem, aTodayWorld, context, today } from './a-today-world.ts';

const one = { tenantId: 't' };
const second = 1_000;

/** Returns a page with a failed batch in which a document also waits for review. */
function aPage() {
  const clock = { now: today };
  const item = aBatchItem({ batchId: 'b', counts: { FAILED: 1, REVIEW_REQUIRED: 1 } });
  const world = aTodayWorld({
    now: () => clock.now,
    answer({ name, params }) {
      if (name === 'tenants') return buildDirectory(12);
      if (name !== 'batchesByStatus') return [aDocumentItem('b', 'd', 1)];
      return params['status'] === 'FAILED' ? [item] : [];
    },
  });
  const lists = () => world.asked.filter(({ name }) => name === 'batchesByStatus').length;
  return { ...world, clock, lists };
}

describe('a page of today', () => {
  it('reads each list of a tenant once: three, where the parts alone would read seven', async () => {
    const { handlers, lists } = aPage();
    const counted = valueOf(await handlers['today.batches'](one, context));
    const [groups, review] = await Promise.all([
      handlers['today.groups'](one, context),
      handlers['today.review'](one, context),
    ]);
    expect(lists()).toBe(3);
    const alone = aPage();
    expect(valueOf(groups)).toEqual({
      ...valueOf(await alone.handlers['today.groups'](one, context)),
      calls: 1,
    });
    expect(valueOf(review)).toEqual({
      ...valueOf(await alone.handlers['today.review'](one, context)),
      calls: 1,
    });
    expect(valueOf(review).waiting).toEqual(counted.review.documents);
    expect(alone.lists()).toBe(1 + 3);
  });

  it('does the same for all tenants', async () => {
    const { handlers, lists } = aPage();
    const all = { tenantId: null };
    await handlers['today.batches'](all, context);
    await Promise.all([handlers['today.groups'](all, context), handlers['today.review'](all, context)]);
    expect(lists()).toBe(12 * 3);
  });

  it('shows the age of a list that was read for another part, on its receipt too', async () => {
    const { handlers, clock } = aPage();
    await handlers['today.batches'](one, context);
    clock.now += 3 * second;
    for (const name of ['today.groups', 'today.review'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- the order is under test
      const answer = await handlers[name](one, context);
      expect(valueOf<{ readAt: string }>(answer).readAt).toBe(new Date(today).toISOString());
      expect(Date.parse(answer.receipt?.asOf ?? '')).toBeLessThanOrEqual(today);
    }
  });

  it('reads a list again on request, and everything for its first paint', async () => {
    const { handlers, lists, clock } = aPage();
    await handlers['today.batches'](one, context);
    await handlers['today.review'](one, context);
    expect(lists()).toBe(3);
    clock.now += second;
    const again = valueOf(await handlers['today.review'](one, context));
    expect(lists()).toBe(6);
    expect(again.readAt).toBe(new Date(clock.now).toISOString());
    const counted = valueOf(await handlers['today.batches'](one, context));
    expect(lists()).toBe(9);
    expect(counted).toMatchObject({ calls: 3, readAt: new Date(clock.now).toISOString() });
  });
});

describe('a list that was read for another part', () => {
  afterEach(() => void vi.useRealTimers());

  function lists() {
    const clock = { now: today };
    const handed = handedOn(() => clock.now);
    const read = vi.fn(() => Promise.resolve(ok({ batches: [], isAll: true })));
    const asked = { session: aSession(), tenantId: 't', status: 'FAILED' };
    return { ...handed, clock, read, asked };
  }

  it('belongs to one person and one list', async () => {
    const { first, after, read, asked } = lists();
    await first(asked, read);
    const [who] = aSession().personas;
    const others: readonly Partial<Session>[] = [
      { who: null },
      { who: who === undefined ? null : { ...who, tenants: ['t'] } },
      { connection: aConnectionSummary({ id: 'other' }) },
      { sandboxResets: 1 },
    ];
    const part = after();
    await Promise.all(others.map((change) => part({ ...asked, session: aSession(change) }, read)));
    await part({ ...asked, tenantId: 'u' }, read);
    await part({ ...asked, status: 'PROCESSING' }, read);
    expect(read).toHaveBeenCalledTimes(1 + others.length + 2);
    await part(asked, read);
    expect(read).toHaveBeenCalledTimes(1 + others.length + 2);
  });

  it('is not used by a part that has just read it, or reads it again', async () => {
    const { first, after, read, asked, clock } = lists();
    const part = after();
    await part(asked, read);
    await first(asked, read);
    clock.now += 4 * second;
    expect(await part(asked, read)).toMatchObject({ begunAt: clock.now });
    expect(await part(asked, read)).toMatchObject({ begunAt: clock.now });
    expect(read).toHaveBeenCalledTimes(4);
    clock.now += 10 * second;
    await first(asked, read);
    await part(asked, read);
    expect(read).toHaveBeenCalledTimes(5);
  });

  it('is shared while it is still being read', async () => {
    const { first, after, read, asked } = lists();
    const [mine, other] = await Promise.all([first(asked, read), after()(asked, read)]);
    expect(read).toHaveBeenCalledTimes(1);
    expect(other).toEqual(mine);
  });

  it('expires after ten seconds, and when the clock was set', async () => {
    const { first, after, read, asked, clock } = lists();
    await first(asked, read);
    clock.now = today + 10 * second;
    await after()(asked, read);
    clock.now = today - 1;
    expect(await after()(asked, read)).toMatchObject({ begunAt: today - 1 });
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('is dropped by then, whether it was used or not', async () => {
    vi.useFakeTimers();
    const { first, after, read, asked } = lists();
    await first(asked, read);
    vi.advanceTimersByTime(10 * second);
    await after()(asked, read);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is read again if it could not be read', async () => {
    const { first, after, read, asked } = lists();
    await first(asked, () =>
      Promise.resolve(refused({ code: 'throttled', message: 'Slower.', attempts: 4 })),
    );
    expect(await after()(asked, read)).toMatchObject({ list: { ok: true } });
  });
});
