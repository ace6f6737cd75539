import { describe, expect, it } from 'vitest';
import { createReviewFlow } from '#renderer/features/review/desk/flow/review-flow.ts';
import type { ReviewFlow } from '#renderer/features/review/desk/flow/flow-state.ts';
import type { ReviewPort } from '#renderer/features/review/desk/flow/review-port.ts';
import type { Draft, Edit, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import { ok } from '#shared/contract/result.ts';
import { aSession } from '#test/builders/a-session.ts';
import { approval, aReviewDesk, type ReviewDesk } from './a-review-desk.ts';

describe('a decision that was sent and got no answer', () => {
  it('approves nothing unseen: after another run it is asked again', async () => {
    const { desk, key, document } = await aSentDraft(null);
    await desk.world.sandbox.advance(3_600_000);
    await desk.tamper('document', key, {
      version: { N: String(document.version + 6) },
      run: { N: '2' },
      statusSince: { S: new Date(desk.world.clock.now()).toISOString() },
      fields: { M: { [readName(document)]: readAnew } },
    });
    const flow = opened(desk, key);
    await expect.poll(() => flow.read().open?.race?.theirs.version).toBe(document.version + 6);
    expect(await desk.read(key)).toMatchObject({ status: 'REVIEW_REQUIRED', decision: null });
  });

  it('does not count as made if a colleague made the decision', async () => {
    const { desk, key, document } = await aSentDraft({ kind: 'value', value: 'typed with care' });
    desk.be('reviewer-2');
    await desk.act('decide', approval(document, 'intent-of-noor'));
    desk.be('reviewer');
    const flow = opened(desk, key);
    await expect.poll(() => flow.read().open?.race?.theirs.reviewedBy).toBe('reviewer-2');
    expect(flow.read().open?.edits).toEqual({
      [readName(document)]: { kind: 'value', value: 'typed with care' },
    });
  });

  it('is sent again for the person who made it alone', async () => {
    const { desk, key, document } = await aSentDraft(null);
    const typedBy = { connectionId: aSession({}).connection.id, personId: 'reviewer' };
    const again = { ...approval(document, 'intent-lost-1'), typedBy };
    desk.be('reviewer-2');
    expect((await desk.act('decide', again)).kind).toBe('unclear');
    desk.be('reviewer');
    expect(await desk.read(key)).toMatchObject({ status: 'REVIEW_REQUIRED', decision: null });
    expect((await desk.act('decide', again)).kind).toBe('done');
  });
});

async function aSentDraft(
  edit: Edit | null,
): Promise<{ desk: ReviewDesk; key: ReviewKey; document: ReviewDocument }> {
  const desk = await aReviewDesk();
  const [key] = await desk.waiting('northwind');
  if (key === undefined) throw new Error('Nothing waiting');
  const document = await desk.read(key);
  const at = new Date(desk.world.clock.now()).toISOString();
  const draft: Draft = {
    key,
    fileName: document.fileName,
    version: document.version,
    edits: edit === null ? {} : { [readName(document)]: edit },
    comment: '',
    intentKey: 'intent-lost-1',
    sent: { kind: 'approve', reason: null, to: null, at },
    savedAt: at,
  };
  await desk.call('review.saveDraft', { key, draft });
  return { desk, key, document };
}

function opened(desk: ReviewDesk, key: ReviewKey): ReviewFlow {
  const port: ReviewPort = {
    now: () => desk.world.clock.now(),
    newKey: () => crypto.randomUUID(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    read: (input) => desk.call('review.read', input),
    claim: (input) => desk.call('review.claim', input),
    release: (input) => desk.call('review.release', input),
    decide: (input) => desk.call('review.decide', input),
    undo: (input) => desk.call('review.undo', input),
    handOver: (input) => desk.call('review.handOver', input),
    refile: (input) => desk.call('review.refile', input),
    check: (input) => desk.call('review.check', input),
    postpone: (of, fileName, until) => desk.call('review.postpone', { ...of, fileName, until }),
    async drafts() {
      const kept = await desk.call('review.desk', {});
      return kept.ok ? ok(kept.value.drafts) : kept;
    },
    saveDraft: (of, draft) => desk.call('review.saveDraft', { key: of, draft }),
  };
  const flow = createReviewFlow(port, 'review', { onOpen() {}, onDone() {}, onUndone() {}, onStuck() {} });
  flow.follow([{ ...key, fileName: null }], key);
  return flow;
}

function readName(document: ReviewDocument): string {
  return document.fields[0]?.name ?? '';
}

const readAnew = {
  M: {
    value: { S: 'quite another' },
    confidence: { N: '0.3' },
    flags: { L: [{ S: 'below threshold' }] },
    page: { N: '1' },
    readBy: { S: 'textract' },
  },
} as const;
