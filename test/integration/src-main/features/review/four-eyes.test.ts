import { describe, expect, it } from 'vitest';
import { documentRow } from '#main/rows/document-rows.ts';
import type { ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { approval, aReviewDesk, toSeen, type ReviewDesk } from './a-review-desk.ts';

async function aBlindDocument(desk: ReviewDesk): Promise<ReviewDocument> {
  const [key] = await desk.waiting('northwind');
  if (key === undefined) throw new Error('Nothing waiting');
  await desk.tamper('batch', key, { secondReview: { S: 'blind' } });
  return desk.read(key);
}

const aField = ({ fields }: ReviewDocument): string => fields.find(({ value }) => value !== null)?.name ?? '';

const secret = 'What Teo has read';

async function firstOpinion(desk: ReviewDesk) {
  const document = await aBlindDocument(desk);
  const corrections = [{ field: aField(document), value: secret }];
  const outcome = await desk.act('decide', { ...approval(document, 'intent-of-teo'), corrections });
  return { document, outcome };
}

describe('a document that requires two people', { timeout: 60_000 }, () => {
  it('waits for the second after the first, who may undo it in time and not decide twice', async () => {
    const desk = await aReviewDesk();
    const { document, outcome } = await firstOpinion(desk);
    expect(document.fourEyes).toBe(true);
    expect(outcome).toMatchObject({ kind: 'done', status: 'REVIEW_REQUIRED', step: 'second', differs: [] });
    expect(outcome).toHaveProperty('holdUntil', expect.any(String));
    const mine = await desk.read(document);
    expect(mine.whyNot).toContain('A second reviewer decides without seeing it');
    expect(await desk.act('claim', toSeen(mine))).toMatchObject({
      kind: 'refused',
      problem: 'not-twice-by-you',
    });
    expect(await desk.act('undo', toSeen(mine))).toMatchObject({ kind: 'done', step: 'first' });
    expect((await desk.read(document)).whyNot).toBeNull();
  });

  it('shows the first decision to no one before the second is made, in any answer or in the audit', async () => {
    const desk = await aReviewDesk();
    const { document } = await firstOpinion(desk);
    desk.be('reviewer-2');
    const seen = await desk.read(document);
    expect(seen).toMatchObject({ step: 'second', whyNot: null, opinions: [], differs: [], decision: null });
    const answers = [
      seen,
      await desk.act('claim', toSeen(seen)),
      await desk.act('claim', toSeen(document)),
      await desk.act('decide', approval(document, 'on-an-old-version')),
      await desk.act('undo', toSeen(await desk.read(document))),
      desk.seen,
      desk.review.auditedIds('review.decide', approval(document, 'intent-of-teo')),
    ];
    expect(JSON.stringify(answers)).not.toContain(secret);
    expect(JSON.stringify(answers)).not.toContain('"approve"');
  });

  it('is decided if the two agree, and goes to a third if they differ, who sees both', async () => {
    const desk = await aReviewDesk();
    const { document } = await firstOpinion(desk);
    desk.be('reviewer-2');
    const corrections = [{ field: aField(document), value: 'What Noor has read' }];
    const seen = await desk.read(document);
    const differs = await desk.act('decide', { ...approval(seen, 'intent-of-noor'), corrections });
    expect(differs).toMatchObject({ kind: 'done', step: 'third', differs: [aField(document)] });

    desk.be('admin');
    const third = await desk.read(document);
    expect(third).toMatchObject({
      step: 'third',
      whyNot: null,
      differs: [aField(document)],
      opinions: [
        { by: 'reviewer', decision: 'approve', corrections: [{ value: secret }] },
        { by: 'reviewer-2', decision: 'approve', corrections: [{ value: 'What Noor has read' }] },
      ],
    });
    expect(await desk.act('decide', approval(third, 'intent-of-ines'))).toMatchObject({
      kind: 'done',
      status: 'SUCCEEDED',
    });
  });

  it('is decided by a second person who agrees, however they write it', async () => {
    const desk = await aReviewDesk();
    const { document } = await firstOpinion(desk);
    desk.be('reviewer-2');
    const corrections = [{ field: aField(document), value: secret }];
    const seen = await desk.read(document);
    expect(await desk.act('decide', { ...approval(seen, 'intent-of-noor'), corrections })).toMatchObject({
      kind: 'done',
      status: 'SUCCEEDED',
      differs: [],
    });
  });
});

describe('handing over', { timeout: 60_000 }, () => {
  it('goes to a reviewer of the tenant, frees the claim, and says to whom it cannot go', async () => {
    const desk = await aReviewDesk();
    const [key] = await desk.waiting('northwind');
    if (key === undefined) throw new Error('Nothing waiting');
    const { reader } = desk.doors();
    const users = valueOf(await reader.run('extraction.usersOfTenant', { tenantId: 'northwind' })).items;
    const reviewer = users.find(({ attributes }) => JSON.stringify(attributes['role']).includes('reviewer'));
    const to = JSON.stringify(reviewer?.key['SK']).replace(/.*USER#([^"]+).*/, '$1');
    await desk.act('claim', toSeen(await desk.read(key)));
    const note = 'The supplier is yours';
    const hand = async (whom: string, intentKey: string) =>
      desk.act('handOver', { ...toSeen(await desk.read(key)), to: whom, note, intentKey });
    expect(await hand('no-such-person', 'intent-one')).toMatchObject({
      kind: 'refused',
      problem: 'not-a-reviewer',
      message: expect.stringContaining('no-such-person') as string,
    });
    expect(await hand(to, 'intent-two')).toMatchObject({ kind: 'done', claimExpiresAt: null });
    expect((await desk.read(key)).assigned).toMatchObject({ to, by: 'reviewer', note });
    expect(valueOf(await desk.call('review.desk', {})).today.handedOver).toBe(1);
  });
});

describe('a quality check', { timeout: 60_000 }, () => {
  it('is recorded once, changes no value, and shows who has checked before', async () => {
    const desk = await aReviewDesk();
    const document = await desk.read(await anAcceptedOne(desk));
    const corrections = [{ field: aField(document), value: 'what it should be' }];
    const check = (version: number, intentKey: string) =>
      desk.act('check', { ...toSeen(document), version, corrections, intentKey, seconds: 20 });
    expect(await check(document.version, 'intent-one')).toMatchObject({ kind: 'done', status: 'SUCCEEDED' });
    const after = await desk.read(document);
    expect(after.fields).toEqual(document.fields);
    expect(after.whyNot).toBe('You have already checked this document.');
    expect(await check(after.version, 'intent-two')).toMatchObject({
      kind: 'refused',
      problem: 'already-checked',
    });
    expect(valueOf(await desk.call('review.desk', {})).today.checked).toBe(1);
    expect(JSON.stringify(after)).not.toContain('what it should be');
  });
});

async function anAcceptedOne(desk: ReviewDesk): Promise<ReviewKey> {
  const [key] = await desk.waiting('northwind');
  if (key === undefined) throw new Error('Nothing waiting');
  const { tenantId, projectId, batchId } = key;
  const read = await desk.doors().reader.run('extraction.documentsOfBatch', { tenantId, batchId });
  const rows = valueOf(read).items.map(documentRow);
  const found = rows.find(({ status, reviewedBy }) => status === 'SUCCEEDED' && reviewedBy === null);
  return { tenantId, projectId, batchId, documentId: found?.documentId ?? '' };
}
