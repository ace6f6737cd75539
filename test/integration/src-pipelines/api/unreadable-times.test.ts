import { expect, it } from 'vitest';
import { anApi, reviewer } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';

it('a claim without a readable expiry does not block other reviewers', async () => {
  const api = await anApi();
  const { at } = await plantBatch(api, [{ claimedBy: 'reviewer-2', claimExpiresAt: 'until Friday' }]);
  const claimed = await api.call('claimDocument', { as: reviewer, params: at(0), ifMatch: 3 });
  expect(claimed.body.document).toMatchObject({ claimedBy: 'reviewer' });
});

it('a hold without a readable expiry is over', async () => {
  const api = await anApi();
  const decided = { status: 'SUCCEEDED', decision: 'approve', reviewedBy: 'reviewer' } as const;
  const undo = { status: 'REVIEW_REQUIRED' } as const;
  const { at } = await plantBatch(api, [{ ...decided, undo, holdUntil: 'Friday' }]);
  const undone = await api.call('undoReview', { as: reviewer, params: at(0), ifMatch: 3 });
  expect(undone.body.code).toBe('hold-over');
});
