import { describe, expect, it } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { ConnectionReset } from '#local/aws/protocol/wire.ts';
import type { Draft, ReviewDocument } from '#shared/contract/review-document.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';
import { approval, aReviewDesk, toSeen, type ReviewDesk } from './a-review-desk.ts';

const passport = async ({ doors }: ReviewDesk, { tenantId, documentId }: ReviewDocument) => {
  const read = await doors().reader.run('extraction.documentHistory', { tenantId, documentId });
  return valueOf(read).items.map(({ attributes }) => attributes['what']);
};

async function aDocument(desk: ReviewDesk): Promise<ReviewDocument> {
  const [key] = await desk.waiting('northwind');
  if (key === undefined) throw new Error('Nothing waiting');
  return desk.read(key);
}

function aDraft(document: ReviewDocument, intentKey: string): Draft {
  const { tenantId, projectId, batchId, documentId, fileName, version } = document;
  const key = { tenantId, projectId, batchId, documentId };
  const savedAt = '2026-01-05T09:00:00.000Z';
  return { key, fileName, version, edits: {}, comment: '', intentKey, sent: null, savedAt };
}

describe('a claim', { timeout: 60_000 }, () => {
  it('is renewed by its holder, keeps others away until it expires, and can be given back', async () => {
    const desk = await aReviewDesk();
    const document = await aDocument(desk);
    const claimed = await desk.act('claim', toSeen(document));
    const until = new Date(desk.world.clock.now() + 600_000).toISOString();
    expect(claimed).toMatchObject({ kind: 'done', version: document.version + 1, claimExpiresAt: until });

    desk.be('reviewer-2');
    const held = { kind: 'held', by: 'reviewer', until };
    expect(await desk.act('claim', toSeen(document))).toEqual(held);
    const now = await desk.read(document);
    expect(await desk.act('claim', toSeen(now))).toEqual(held);
    expect(await desk.act('decide', approval(now, 'too-early-1'))).toEqual(held);
    await desk.world.sandbox.advance(600_000);
    expect(await desk.act('claim', toSeen(now))).toMatchObject({ kind: 'done', version: now.version + 1 });

    desk.be('reviewer');
    expect(await desk.act('decide', approval(now, 'too-late-1'))).toMatchObject({
      kind: 'held',
      by: 'reviewer-2',
    });
    // This person no longer holds the document, so there is nothing to release.
    expect(await desk.act('release', toSeen(now))).toMatchObject({ kind: 'done' });
    desk.be('reviewer-2');
    expect(await desk.act('release', toSeen(now))).toMatchObject({ kind: 'done', claimExpiresAt: null });
    expect((await desk.read(document)).claimedBy).toBeNull();
  });

  it('that succeeded without an answer is recognised as one’s own', async () => {
    const desk = await aReviewDesk({ through: losing(/\/claim$/, 'answer') });
    const document = await aDocument(desk);
    expect(await desk.act('claim', toSeen(document))).toMatchObject({ kind: 'done' });
    expect(await desk.act('claim', toSeen(document))).toMatchObject({ kind: 'done' });
    expect(await passport(desk, document)).toContainEqual({ S: 'claimed' });
  });
});

describe('a decision', { timeout: 60_000 }, () => {
  it('corrects and decides, counts on the page, deletes its draft, updates the lists, and can be undone in time', async () => {
    const desk = await aReviewDesk();
    const document = await aDocument(desk);
    const draft = aDraft(document, 'intent-one');
    await desk.call('review.saveDraft', { key: draft.key, draft });
    const place = document.fields.find(({ value }) => value !== null)?.name ?? '';
    const corrections = [{ field: place, value: 'As it stands on the page' }];
    const decided = await desk.act('decide', { ...approval(document, 'intent-one'), corrections });
    expect(decided).toMatchObject({
      kind: 'done',
      status: 'SUCCEEDED',
      holdUntil: new Date(desk.world.clock.now() + 10_000).toISOString(),
    });
    expect(desk.seen.at(-1)?.documents).toMatchObject([
      { documentId: document.documentId, status: 'SUCCEEDED' },
    ]);
    const after = await desk.read(document);
    expect(after.fields.find(({ name }) => name === place)).toMatchObject({
      value: 'As it stands on the page',
      readBy: 'reviewer',
      confidence: 1,
    });
    // A draft that a page saves a moment too late is not stored again.
    await desk.call('review.saveDraft', { key: draft.key, draft });
    const work = valueOf(await desk.call('review.desk', {}));
    expect(work).toMatchObject({
      drafts: [],
      today: { approved: 1, corrected: 1, medianSeconds: null, of: 1 },
    });

    expect(await desk.act('undo', toSeen(after))).toMatchObject({ kind: 'done', status: 'REVIEW_REQUIRED' });
    const undone = await desk.read(document);
    expect(undone.fields).toEqual(document.fields);
    expect(undone.waitingSince).toBe(document.waitingSince);
    expect(valueOf(await desk.call('review.desk', {})).today).toMatchObject({ approved: 1, undone: 1 });

    // The old key belongs to the undone decision, so it is refused with the same content and with another.
    for (const more of [{ corrections }, {}]) {
      const again = { ...approval(undone, 'intent-one'), ...more };
      expect(await desk.act('decide', again)).toMatchObject({ kind: 'refused', problem: 'key-reused' });
    }
    expect((await desk.read(document)).status).toBe('REVIEW_REQUIRED');
    await desk.call('review.saveDraft', { key: draft.key, draft: { ...draft, intentKey: 'intent-two' } });
    expect(valueOf(await desk.call('review.desk', {})).drafts).toHaveLength(1);
  });

  it('cannot be undone after the hold, nor by another person', async () => {
    const desk = await aReviewDesk();
    const document = await aDocument(desk);
    const rejection = { decision: 'reject' as const, reason: 'Not an invoice' };
    await desk.act('decide', { ...approval(document, 'intent-one'), ...rejection });
    const decided = await desk.read(document);
    expect(decided).toMatchObject({ status: 'REJECTED', decision: 'reject', reviewedBy: 'reviewer' });
    desk.be('reviewer-2');
    expect(await desk.act('undo', toSeen(decided))).toMatchObject({
      kind: 'refused',
      problem: 'not-your-review',
    });
    desk.be('reviewer');
    await desk.world.sandbox.advance(10_000);
    expect(await desk.act('undo', toSeen(decided))).toEqual({
      kind: 'refused',
      problem: 'hold-over',
      message: 'The ten seconds to undo it are over. Nothing was undone.',
    });
  });

  it('needs a reason to reject, before anything is sent', async () => {
    const desk = await aReviewDesk();
    const document = await aDocument(desk);
    const answer = await desk.call('review.decide', {
      ...approval(document, 'intent-one'),
      decision: 'reject',
    });
    expect(answer).toMatchObject({ failure: { code: 'invalid-input' } });
    expect((await desk.read(document)).version).toBe(document.version);
  });

  it('that comes second gets the winner’s document, and keeps its draft', async () => {
    const desk = await aReviewDesk();
    const document = await aDocument(desk);
    const field = document.fields.find(({ value }) => value !== null)?.name ?? '';
    desk.be('reviewer-2');
    await desk.act('decide', {
      ...approval(document, 'intent-of-noor'),
      corrections: [{ field, value: 'of the winner' }],
    });
    desk.be('reviewer');
    const draft = aDraft(document, 'intent-of-teo');
    await desk.call('review.saveDraft', { key: draft.key, draft });
    const lost = await desk.act('decide', approval(document, 'intent-of-teo'));
    if (lost.kind !== 'changed') throw new Error(`It is ${lost.kind}`);
    expect(lost.document).toMatchObject({ status: 'SUCCEEDED', reviewedBy: 'reviewer-2' });
    expect(lost.document.fields.find(({ name }) => name === field)?.value).toBe('of the winner');
    // The current version is refused as well, because the document no longer waits.
    expect(await desk.act('decide', approval(lost.document, 'intent-of-teo-2'))).toMatchObject({
      kind: 'changed',
    });
    expect(valueOf(await desk.call('review.desk', {}))).toMatchObject({
      drafts: [{ intentKey: 'intent-of-teo' }],
      today: { approved: 0 },
    });
    expect(await passport(desk, document)).toEqual(expect.arrayContaining([{ S: 'approved' }]));
  });
});

describe('a decision whose answer is lost on the way', { timeout: 60_000 }, () => {
  it('is found by its key, made once, and answered the same again', async () => {
    const desk = await aReviewDesk({ through: losing(/\/review$/, 'answer') });
    const document = await aDocument(desk);
    const first = await desk.act('decide', approval(document, 'intent-one'));
    const again = await desk.act('decide', approval(document, 'intent-one'));
    expect(first).toMatchObject({ kind: 'done', version: document.version + 1, status: 'SUCCEEDED' });
    expect(again).toEqual(first);
    const told = await passport(desk, document);
    expect(told.filter((what) => what !== undefined && 'S' in what && what.S === 'approved')).toHaveLength(1);
    expect(valueOf(await desk.call('review.desk', {})).today.approved).toBe(1);
  });

  it('is not certain if the request itself may be lost; the same key then makes it once', async () => {
    const desk = await aReviewDesk({ through: losing(/\/review$/, 'request') });
    const document = await aDocument(desk);
    const unclear = await desk.act('decide', approval(document, 'intent-one'));
    expect(unclear).toMatchObject({ kind: 'unclear' });
    expect(unclear).toHaveProperty('message', expect.stringContaining('nothing is done twice'));
    expect((await desk.read(document)).status).toBe('REVIEW_REQUIRED');
    expect(await desk.act('decide', approval(document, 'intent-one'))).toMatchObject({ kind: 'done' });
  });

  it('is certainly a lost race once another person has decided', async () => {
    let desk: ReviewDesk | undefined;
    let document: ReviewDocument | undefined;
    const opened = await aReviewDesk({
      through: losing(/\/review$/, 'request', async () => {
        if (desk === undefined || document === undefined) return;
        desk.be('reviewer-2');
        await desk.act('decide', approval(document, 'intent-of-noor'));
        desk.be('reviewer');
      }),
    });
    desk = opened;
    document = await aDocument(opened);
    expect(await opened.act('decide', approval(document, 'intent-of-teo'))).toMatchObject({
      kind: 'changed',
      document: { reviewedBy: 'reviewer-2' },
    });
  });
});

describe('a read-only connection', { timeout: 60_000 }, () => {
  it('shows documents, and sends nothing', async () => {
    const calls: string[] = [];
    const desk = await aReviewDesk({
      through: (dispatch) => (request, signal) => {
        // The description of the API is read, so that the desk knows what it may send later.
        if (request.path.startsWith('/pipeline') && request.method !== 'GET') calls.push(request.path);
        return dispatch(request, signal);
      },
    });
    desk.change({ connection: aConnectionSummary({ readOnly: true }) });
    const document = await aDocument(desk);
    expect(document.whyNot).toContain('read-only');
    const seen = toSeen(document);
    const intent = { intentKey: 'intent-one', seconds: 1 };
    const answers = [
      await desk.call('review.claim', seen),
      await desk.call('review.release', seen),
      await desk.call('review.decide', approval(document, 'intent-one')),
      await desk.call('review.undo', seen),
      await desk.call('review.handOver', { ...seen, to: 'x', note: null, intentKey: 'intent-one' }),
      await desk.call('review.check', { ...seen, ...intent, corrections: [] }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ failure: { code: 'read-only' } });
    expect(calls).toEqual([]);
  });
});

/** Breaks the first request to such a path, before it arrives or after it has taken effect. */
function losing(path: RegExp, what: 'request' | 'answer', meanwhile = async (): Promise<void> => {}) {
  let isLost = false;
  return (dispatch: Dispatch): Dispatch =>
    async (request, signal) => {
      if (isLost || !path.test(request.path)) return dispatch(request, signal);
      isLost = true;
      if (what === 'answer') await dispatch(request, signal);
      await meanwhile();
      throw new ConnectionReset('lost');
    };
}
