import { expect, it } from 'vitest';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aReviewDesk, type ReviewDesk } from './a-review-desk.ts';

async function giveNext(desk: ReviewDesk, intentKey: string, tenantId?: string) {
  const input = {
    dueHours: 24,
    not: [],
    ahead: false,
    intentKey,
    ...(tenantId !== undefined && { tenantId }),
  };
  const { next: answer } = valueOf(await desk.call('review.next', input));
  if (answer.kind !== 'given') throw new Error(answer.kind);
  return answer.row;
}

it(
  'consoles of one sandbox are handed different documents, each held at the version that is told',
  {
    timeout: 120_000,
  },
  async () => {
    const desk = await aReviewDesk();
    const other = await aReviewDesk({ beside: desk, as: 'reviewer-2' });
    const own = await giveNext(desk, 'intent-one', 'northwind');
    const theirs = await giveNext(other, 'intent-two', 'northwind');
    expect([own.tenantId, theirs.tenantId]).toEqual(['northwind', 'northwind']);
    expect(theirs.documentId).not.toBe(own.documentId);
    expect(await desk.read(own)).toMatchObject({ claimedBy: 'reviewer', version: own.version, whyNot: null });
    // The same intent is given the same document again.
    expect(await giveNext(desk, 'intent-one', 'northwind')).toEqual(own);
    expect((await giveNext(desk, 'intent-all')).documentId).not.toBe(theirs.documentId);
  },
);
