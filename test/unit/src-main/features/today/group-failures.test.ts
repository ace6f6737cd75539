import { describe, expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aBatchItem, aDocumentItem, aTodayWorld, context, denied, unreachable } from './a-today-world.ts';

const one = { tenantId: 't' };
const batches = Array.from({ length: 9 }, (_, place) =>
  aBatchItem({ batchId: `b${place}`, hoursAgo: place + 1, counts: { FAILED: place === 1 ? 0 : 2 } }),
);
const documentsOf = (batchId = '') => [aDocumentItem(batchId, 'd1', 1), aDocumentItem(batchId, 'd2', 2)];

describe('failure groups', () => {
  it('come from the newest five batches with failed documents', async () => {
    const { handlers, asked } = aTodayWorld({
      answer: ({ name, params }) => (name === 'batchesByStatus' ? batches : documentsOf(params['batchId'])),
    });
    const grouped = valueOf(await handlers['today.groups'](one, context));
    expect(asked.slice(1).map(({ params }) => params['batchId'])).toEqual(['b0', 'b2', 'b3', 'b4', 'b5']);
    expect(asked.slice(1).every(({ params }) => params['status'] === 'FAILED')).toBe(true);
    expect(grouped).toMatchObject({
      batchesRead: 5,
      batchesLeft: { count: 3, isAtLeast: false },
      documentsRead: { count: 10, isAtLeast: false },
      calls: 6,
      problems: [],
    });
    expect(grouped.groups).toHaveLength(1);
    expect(grouped.groups[0]).toMatchObject({ tenantId: 't', batchId: 'b0', count: 10, batches: 5 });
  });

  it('say if a batch has more than its first page, and which could not be read', async () => {
    const { handlers } = aTodayWorld({
      answer({ name, params }) {
        if (name === 'batchesByStatus') return { more: batches };
        if (params['batchId'] === 'b2') return denied('b2');
        return params['batchId'] === 'b3' ? { more: documentsOf('b3') } : documentsOf(params['batchId']);
      },
    });
    const grouped = valueOf(await handlers['today.groups'](one, context));
    expect(grouped).toMatchObject({
      batchesRead: 4,
      batchesLeft: { count: 4, isAtLeast: true },
      documentsRead: { count: 8, isAtLeast: true },
      problems: ['Not read: the failed documents of b2. You may not read b2.'],
    });
  });

  it('are none if nothing has failed, and a failure if AWS does not answer', async () => {
    const nothing = aTodayWorld({});
    expect(valueOf(await nothing.handlers['today.groups'](one, context))).toMatchObject({
      groups: [],
      batchesRead: 0,
      batchesLeft: { count: 0, isAtLeast: false },
      calls: 1,
    });
    const { handlers } = aTodayWorld({
      answer: ({ name }) => (name === 'batchesByStatus' ? batches : unreachable),
    });
    expect(await handlers['today.groups'](one, context)).toMatchObject({
      failure: { code: 'aws-unreachable' },
    });
  });
});
