import { describe, expect, it } from 'vitest';
import type { Draft } from '#shared/contract/review-document.ts';
import { ok, refused } from '#shared/contract/result.ts';
import { createDraftStore } from '#renderer/features/review/desk/flow/draft-store.ts';
import { steppedClock } from '#test/builders/a-stepped-clock.ts';
import { aReviewWorld } from './a-review-world.ts';

describe('saving a draft', () => {
  it('writes once, a moment after the last character', async () => {
    const { drafts, written, clock } = aDesk();
    for (const comment of ['s', 'st', 'sta']) {
      drafts.put(aDraft(comment));
      await clock.advance(100);
    }
    expect(written).toEqual([]);
    await clock.advance(200);
    expect(written).toEqual(['sta']);
  });

  it('writes at once on request, after any earlier write', async () => {
    const { drafts, written, clock } = aDesk({ takes: 50 });
    drafts.put(aDraft('first'));
    const flushed = drafts.flush();
    drafts.put(aDraft('second'));
    const again = drafts.flush();
    await clock.advance(200);
    await Promise.all([flushed, again]);
    expect(written).toEqual(['first', 'second']);
  });

  it('does not wait for an earlier write when the page ends', async () => {
    const { drafts, sent, clock } = aDesk({ takes: 5_000 });
    drafts.put(aDraft('first'));
    await clock.advance(300);
    drafts.put(aDraft('second'));
    drafts.flushLast();
    expect(sent).toEqual(['first', 'second']);
  });

  it('deletes only a draft that was written', async () => {
    const { drafts, written, clock } = aDesk();
    drafts.drop(aDraft('').key);
    await clock.advance(300);
    expect(written).toEqual([]);
    drafts.put(aDraft('typed'));
    await clock.advance(300);
    drafts.drop(aDraft('').key);
    await clock.advance(300);
    expect(written).toEqual(['typed', null]);
  });

  it('keeps a draft whose write failed, reports it, and repeats the write with the next flush', async () => {
    const { drafts, written, clock, fail } = aDesk();
    fail(true);
    drafts.put(aDraft('typed'));
    await clock.advance(300);
    expect(drafts.failure()?.code).toBe('storage-failed');
    expect(drafts.get(aDraft('').key)?.comment).toBe('typed');
    fail(false);
    const flushed = drafts.flush();
    await clock.advance(0);
    await flushed;
    expect(drafts.failure()).toBeUndefined();
    expect(written).toEqual(['typed']);
  });

  it('does not replace newer edits with an old draft', () => {
    const { drafts } = aDesk();
    drafts.put(aDraft('new'));
    drafts.load([aDraft('old')]);
    expect(drafts.get(aDraft('').key)?.comment).toBe('new');
  });

  it('does not bring back a draft that was deleted here, by an answer from before', async () => {
    const { drafts, clock } = aDesk();
    drafts.load([aDraft('typed')]);
    drafts.drop(aDraft('').key);
    await clock.advance(300);
    drafts.load([aDraft('typed')]);
    expect(drafts.get(aDraft('').key)).toBeUndefined();
  });
});

describe('a draft on the desk', () => {
  it('is saved before its decision is sent', async () => {
    const world = aReviewWorld();
    await world.start();
    world.acceptAll();
    world.flow.decide();
    await world.settle();
    const order = world.calls.filter(({ name }) => name === 'saveDraft' || name === 'decide');
    expect(order.map(({ name }) => name)).toEqual(['saveDraft', 'decide', 'saveDraft']);
    expect(order[0]?.input).toMatchObject({ draft: { sent: { kind: 'approve' } } });
    expect(order[2]?.input).toMatchObject({ draft: null });
  });

  it('returns with its document, although claims have raised the version', async () => {
    const key = aReviewWorld().keyOf(1);
    const edits = { total: { kind: 'value', value: '1.00' } } as const;
    const draft = { ...aDraft('Stamp'), key, version: 2, edits };
    const world = aReviewWorld({ drafts: [draft] });
    await world.start();
    const { open } = world.flow.read();
    expect(open).toMatchObject({ edits, comment: 'Stamp', intentKey: draft.intentKey, race: null });
    expect(open?.claim.kind).toBe('mine');
  });

  it('is shown beside the document where that was run again since', async () => {
    const key = aReviewWorld().keyOf(1);
    const edits = { total: { kind: 'value', value: '1.00' } } as const;
    const draft = { ...aDraft(''), key, version: 2, edits, savedAt: '2026-11-20T00:00:00.000Z' };
    const world = aReviewWorld({ drafts: [draft] });
    await world.start();
    expect(world.flow.read().open?.race).not.toBeNull();
    expect(world.flow.read().open?.edits).toEqual(edits);
  });

  it('takes the last keys of a window that was closed a moment ago, unless something was typed here since', async () => {
    const key = aReviewWorld().keyOf(1);
    const before = { ...aDraft('half'), key, version: 2, savedAt: '2026-11-20T00:00:00.000Z' };
    const last = { ...before, comment: 'half a word', savedAt: '2026-11-20T00:00:00.200Z' };
    for (const isTypedHere of [false, true]) {
      const world = aReviewWorld({ drafts: [before] });
      await world.start();
      expect(world.flow.read().open?.comment).toBe('half');
      world.kept.set(key.documentId, last);
      if (isTypedHere) world.flow.edit('total', { kind: 'accepted' });
      await world.clock.advance(2_500);
      expect(world.flow.read().open?.comment).toBe(isTypedHere ? 'half' : 'half a word');
    }
  });

  it('does not come back when its last change is taken back while the drafts are read again', async () => {
    const world = aReviewWorld({ delay: (name) => (name === 'saveDraft' ? 1_000 : 0) });
    await world.start();
    world.flow.edit('total', { kind: 'accepted' });
    await world.clock.advance(1_800);
    world.flow.edit('total', null);
    await world.clock.advance(1_000);
    expect(world.flow.read().open?.edits).toEqual({});
  });

  it('is sent in the same turn in which the page ends, also while an earlier write is on its way', async () => {
    const world = aReviewWorld({ delay: (name) => (name === 'saveDraft' ? 10_000 : 0) });
    await world.start();
    world.flow.comment('half');
    await world.clock.advance(300);
    world.flow.comment('half a word');
    world.flow.leave(true);
    const comments = world.named('saveDraft').map(({ input }) => (input['draft'] as Draft).comment);
    expect(comments).toEqual(['half', 'half a word']);
  });

  it('is saved when the page is hidden', async () => {
    const world = aReviewWorld();
    await world.start();
    world.flow.edit('total', { kind: 'accepted' });
    world.flow.seen(false);
    await world.settle();
    expect(world.kept.get('d-1')?.edits).toEqual({ total: { kind: 'accepted' } });
  });
});

function aDesk({ takes = 0 } = {}) {
  const clock = steppedClock();
  const sent: (string | null)[] = [];
  const written: (string | null)[] = [];
  let isFailing = false;
  const drafts = createDraftStore(
    {
      after(ms, run) {
        const off = new AbortController();
        void clock.sleep(ms, off.signal).then(() => off.signal.aborted || run());
        return () => off.abort();
      },
      async saveDraft(_key, draft) {
        sent.push(draft?.comment ?? null);
        if (takes > 0) await clock.sleep(takes, new AbortController().signal);
        if (isFailing)
          return refused({ code: 'storage-failed', message: 'The disk is full.', file: 'drafts' });
        written.push(draft?.comment ?? null);
        return ok({});
      },
    },
    () => undefined,
  );
  return {
    clock,
    drafts,
    sent,
    written,
    fail: (next: boolean) => {
      isFailing = next;
    },
  };
}

function aDraft(comment: string): Draft {
  return {
    key: { tenantId: 't', projectId: 'p', batchId: 'b', documentId: 'd-1' },
    fileName: 'inv-1.pdf',
    version: 4,
    edits: {},
    comment,
    intentKey: 'intent-of-draft',
    sent: null,
    savedAt: '2026-11-21T10:00:00.000Z',
  };
}
