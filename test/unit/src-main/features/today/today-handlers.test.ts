import { describe, expect, it } from 'vitest';
import { atOnce } from '#main/features/today/batches-by-status.ts';
import { mostBeside } from '#main/features/today/today-handlers.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { anExtractionItem } from '#test/builders/an-extraction-item.ts';
import {
  aBatchItem,
  buildDirectory,
  aTodayWorld,
  context,
  denied,
  hoursBefore,
  tenantNumber,
  unreachable,
} from './a-today-world.ts';

const everybody = { tenantId: null };

describe('figures of all tenants', () => {
  it('without attention take three reads a tenant, one of the directory and one of attention, at most eight at a time', async () => {
    const { handlers, asked, inFlight } = aTodayWorld({
      answer: ({ name }) => (name === 'tenants' ? buildDirectory(12) : []),
    });
    const counted = valueOf(await handlers['today.batches'](everybody, context));
    expect(asked).toHaveLength(1 + 1 + 12 * 3);
    expect(inFlight.most).toBe(8);
    expect(counted).toMatchObject({ calls: 38, isAllTenants: true, problems: [] });
    expect(counted.tenants).toHaveLength(12);
    expect(counted.tenants[3]).toEqual({ tenantId: 't003', name: 'Tenant 3' });
  });

  it('cover the first twelve of more, and say so', async () => {
    const { handlers, asked } = aTodayWorld({
      answer: ({ name }) => (name === 'tenants' ? { more: buildDirectory(40) } : []),
    });
    const counted = valueOf(await handlers['today.batches'](everybody, context));
    expect(asked).toHaveLength(1 + 1 + 12 * 3);
    expect(counted.isAllTenants).toBe(false);
    expect(counted.problems).toEqual([
      'Only 12 of more than 40 tenants are counted here, the first by their ids. Choose a tenant in the top bar to see another.',
    ]);
    expect(counted.failed.batches).toEqual({ count: 0, isAtLeast: true });
  });

  it('cover the person’s tenants, without the directory', async () => {
    const tenants = Array.from({ length: 14 }, (_, place) => tenantNumber(place));
    const who = { id: 'one', name: 'One', role: 'support' as const, tenants };
    const { handlers, asked } = aTodayWorld({ who });
    const counted = valueOf(await handlers['today.batches'](everybody, context));
    expect(asked.map(({ name }) => name)).not.toContain('tenants');
    expect(counted.tenants).toHaveLength(12);
    expect(counted.problems[0]).toContain('Only 12 of 14 tenants');
    expect(await handlers['today.batches']({ tenantId: 'kestrel' }, context)).toMatchObject({
      failure: { code: 'tenant-out-of-scope', tenantId: 'kestrel' },
    });
    expect(asked).toHaveLength(12 * 3);
  });
});

it('an item of another kind in the partition of a status is not a batch, and not an error', async () => {
  const at = { S: hoursBefore(1) };
  const failed = { GSI2PK: { S: 'TENANT#t#STATUS#FAILED' }, GSI2SK: at, status: { S: 'FAILED' } };
  const strangers = [
    { PK: { S: 'TENANT#t' }, SK: { S: 'PROJECT#p' } },
    { PK: { S: 'TENANT#t#BATCH#b' }, SK: { S: 'DOCUMENT#d' } },
    { PK: { S: 'LEDGER#7' }, SK: { S: 'ENTRY#1' } },
  ].map((key) => anExtractionItem({ ...key, ...failed }));
  const { handlers } = aTodayWorld({
    answer: ({ params }) =>
      params['status'] === 'FAILED'
        ? [...strangers, aBatchItem({ batchId: 'b', counts: { FAILED: 2 } })]
        : [],
  });
  expect(valueOf(await handlers['today.batches']({ tenantId: 't' }, context))).toMatchObject({
    failed: {
      batches: { count: 1, isAtLeast: false },
      documents: { count: 2, isAtLeast: false },
      newest: [{ batchId: 'b' }],
    },
    problems: [],
  });
});

describe('a part that cannot be read', () => {
  it('of one tenant is a sentence, and its numbers are unknown; the others stay', async () => {
    const { handlers } = aTodayWorld({
      answer({ name, params }) {
        if (name === 'tenants') return buildDirectory(5);
        if (params['tenantId'] === 't001') return denied('the index');
        const { tenantId = '', status } = params;
        return status === 'FAILED' ? [aBatchItem({ tenantId, batchId: 'b', counts: { FAILED: 2 } })] : [];
      },
    });
    const counted = valueOf(await handlers['today.batches'](everybody, context));
    expect(counted.failed).toMatchObject({
      batches: { count: 4, isAtLeast: true },
      documents: { count: 8, isAtLeast: true },
    });
    expect(counted.byTenant[1]).toEqual({ tenantId: 't001', failed: null, running: null, waiting: null });
    expect(counted.byTenant[2]).toMatchObject({ failed: { count: 1, isAtLeast: false } });
    expect(counted.problems).toEqual([
      'Not read: the failed batches of t001, the running batches of t001 and the waiting batches of t001. You may not read the index.',
    ]);
  });

  it('of all tenants is one sentence for each cause, and no failed page', async () => {
    const { handlers } = aTodayWorld({
      answer: ({ name }) => (name === 'tenants' ? buildDirectory(12) : denied('the index')),
    });
    const counted = valueOf(await handlers['today.batches'](everybody, context));
    expect(counted.problems).toHaveLength(1);
    expect(counted.problems[0]).toMatch(/ and 33 more\. You may not read the index\.$/);
    expect(counted.review.documents).toEqual({ count: 0, isAtLeast: true });
  });

  it('that is the directory leaves no tenant to read, and says what to do', async () => {
    for (const answer of [() => denied('the directory'), () => []]) {
      const { handlers, asked } = aTodayWorld({ answer });
      // One after the other: each has a world of its own.
      // oxlint-disable-next-line no-await-in-loop
      const counted = valueOf(await handlers['today.batches'](everybody, context));
      expect(asked).toHaveLength(2);
      expect(counted).toMatchObject({ tenants: [], isAllTenants: false, byTenant: [] });
      expect(counted.problems[0]).toMatch(/choose (?:a tenant|it) in the top bar\.$/i);
      expect(counted.failed.batches).toEqual({ count: 0, isAtLeast: true });
    }
  });

  it('because AWS is unreachable is a failure, and nothing more is called', async () => {
    const { handlers, asked } = aTodayWorld({
      answer: ({ name }) => (name === 'tenants' ? buildDirectory(12) : unreachable),
    });
    const answer = await handlers['today.batches'](everybody, context);
    expect(answer).toMatchObject({ ok: false, failure: { code: 'aws-unreachable' } });
    expect(answer.receipt?.pages).toBe(2);
    expect(asked.length).toBeLessThanOrEqual(2 + 8);
  });
});

it('a truncated list gives a lower bound', async () => {
  const { handlers } = aTodayWorld({
    answer: ({ params }) =>
      params['status'] === 'PROCESSING' ? { more: [aBatchItem({ batchId: 'b' })] } : [],
  });
  const counted = valueOf(await handlers['today.batches']({ tenantId: 't' }, context));
  expect(counted.running.batches).toEqual({ count: 1, isAtLeast: true });
  expect(counted.failed.batches).toEqual({ count: 0, isAtLeast: false });
  expect(counted).toMatchObject({ calls: 3, tenants: [{ tenantId: 't', name: null }] });
});

describe('reads after the first paint', () => {
  it('leave half of a connection’s capacity free, however many parts read at once', async () => {
    const { handlers, inFlight } = aTodayWorld({
      answer: ({ name }) => (name === 'tenants' ? buildDirectory(12) : []),
    });
    const asked = { tenantId: null };
    await Promise.all([
      handlers['today.groups'](asked, context),
      handlers['today.review'](asked, context),
      handlers['today.review'](asked, context),
    ]);
    expect(inFlight.most).toBe(mostBeside);
  });

  it('do not delay the first paint', async () => {
    const { handlers, inFlight } = aTodayWorld({
      answer: ({ name }) => (name === 'tenants' ? buildDirectory(12) : []),
    });
    const asked = { tenantId: null };
    await Promise.all([handlers['today.batches'](asked, context), handlers['today.review'](asked, context)]);
    expect(inFlight.most).toBe(atOnce + mostBeside);
  });
});
