import { describe, expect, it } from 'vitest';
import { readResults } from '#pipelines/api/corrections.ts';
import type { DocumentItem } from '#pipelines/extraction/item-shapes.ts';
import { getBatch, getDocument } from '#pipelines/extraction/read-items.ts';
import { anApi, reviewer, support, type Api } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { countRecords, readPassport } from './read-passport.ts';
import { ada, ben } from './reviewers.ts';

const error = {
  stage: 'verify',
  code: 'ConfidenceTooLow',
  message: 'Confidence 0.52 is under 0.60',
} as const;
const low: Partial<DocumentItem> = { status: 'FAILED', score: 0.52, error };

async function plantAll(api: Api, documents: readonly Partial<DocumentItem>[], secondReview?: 'blind') {
  const planted = await plantBatch(api, documents, secondReview && { secondReview });
  const { tenantId, projectId, batchId } = planted.batch;
  const params = { tenantId, projectId, batchId };
  const all = planted.documents.map(({ documentId, version }) => ({ documentId, version }));
  const outcomes = (body: { documents: { outcome: string }[] }) =>
    body.documents.map(({ outcome }) => outcome);
  return { ...planted, params, all, outcomes, read: () => getBatch(api.parts, params) };
}

describe('sending documents to review', () => {
  it('moves those with stored results, counts them in the batch, and leaves each a line in its passport', async () => {
    const api = await anApi();
    const { params, all, at, read, outcomes } = await plantAll(api, [low, low, { status: 'SUCCEEDED' }]);
    const documents = all.slice(0, 2);
    const body = { documents, reason: 'The scans are pale' };
    const answer = await api.call('sendToReview', { as: support, params, body });
    expect(outcomes(answer.body)).toEqual(['sent to review', 'sent to review']);
    const document = await getDocument(api.parts, at(0));
    expect(document).toMatchObject({ status: 'REVIEW_REQUIRED', version: 4, score: 0.52 });
    expect(document).toHaveProperty('fields');
    expect(document).not.toHaveProperty('error');
    expect(await read()).toMatchObject({
      status: 'REVIEW_REQUIRED',
      counts: { FAILED: 0, REVIEW_REQUIRED: 2, SUCCEEDED: 1 },
    });
    expect(await readPassport(api, at(0))).toMatchObject([
      {
        what: 'sent to review',
        actor: 'support',
        reason: 'The scans are pale',
        after: { status: 'REVIEW_REQUIRED' },
      },
    ]);
  });

  it('finds room for documents that together are larger than a transaction', async () => {
    const api = await anApi();
    const notes = {
      value: 'n'.repeat(330_000),
      confidence: 0.9,
      readBy: 'textract',
      page: 1,
      box: [0, 0, 0, 0],
    };
    const fields = { notes } as unknown as NonNullable<DocumentItem['fields']>;
    const { params, all, at, outcomes, read } = await plantAll(
      api,
      Array.from({ length: 13 }, () => ({ ...low, fields })),
    );
    const answer = await api.call('sendToReview', { params, body: { documents: all } });
    expect(answer.status).toBe(200);
    expect(new Set(outcomes(answer.body))).toEqual(new Set(['sent to review']));
    expect(await read()).toMatchObject({ counts: { FAILED: 0, REVIEW_REQUIRED: 13 } });
    const document = await getDocument(api.parts, at(12));
    expect(document).not.toHaveProperty('fields');
    if (document === undefined) throw new Error('No document');
    expect((await readResults(api.parts, document)).fields['notes']?.value).toHaveLength(330_000);
  });

  it('refuses each document that is not as it was seen, failed otherwise, or has nothing to decide on', async () => {
    const api = await anApi();
    const { params, all, read, outcomes, batch } = await plantAll(api, [
      low,
      { status: 'FAILED', error: { ...error, code: 'BadDocumentException' } },
      { ...low, fields: undefined as never },
      { status: 'REVIEW_REQUIRED' },
    ]);
    const [first, ...others] = all;
    const documents = [
      { documentId: first?.documentId, version: 2 },
      ...others,
      { documentId: 'unknown', version: 1 },
    ];
    const before = countRecords(api);
    const answer = await api.call('sendToReview', { params, body: { documents } });
    expect(outcomes(answer.body)).toEqual([
      'changed since',
      'failed otherwise',
      'no results',
      'not failed',
      'not found',
    ]);
    expect((await read())?.version).toBe(batch.version);
    // Only the answer is remembered.
    expect(Object.values(countRecords(api))).toEqual(
      Object.values(before).map((count, index) => count + (index === 0 ? 1 : 0)),
    );
  });

  it('changes nothing twice, however often and however many at once send it', async () => {
    const api = await anApi({ crowd: 'settlers' });
    const { params, all, at, read } = await plantAll(
      api,
      Array.from({ length: 48 }, () => low),
    );
    const sent = { params, body: { documents: all }, key: 'the-same' };
    const answers = await Promise.all([1, 2, 3].map(() => api.call('sendToReview', sent)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await read()).toMatchObject({ counts: { FAILED: 0, REVIEW_REQUIRED: 48 } });
    expect(await readPassport(api, at(47))).toHaveLength(1);
  });
});

describe('accepting documents as they were read', () => {
  it('makes them SUCCEEDED by the person, with the reason, and no longer a failure of the batch', async () => {
    const api = await anApi();
    const { params, all, at, read, outcomes } = await plantAll(api, [low]);
    const body = { documents: all, reason: 'Compared with the paper' };
    const answer = await api.call('acceptDocuments', { as: reviewer, params, body });
    expect(outcomes(answer.body)).toEqual(['accepted']);
    expect(await getDocument(api.parts, at(0))).toMatchObject({
      status: 'SUCCEEDED',
      decision: 'approve',
      reviewedBy: 'reviewer',
    });
    expect(await read()).toMatchObject({ status: 'SUCCEEDED', counts: { FAILED: 0, SUCCEEDED: 1 } });
    expect(await readPassport(api, at(0))).toMatchObject([
      { what: 'accepted', reason: 'Compared with the paper' },
    ]);
    expect((await api.call('acceptDocuments', { as: support, params, body })).body.code).toBe(
      'role-required',
    );
  });

  it('under four eyes is one opinion: another person decides without seeing it, the same one cannot', async () => {
    const api = await anApi();
    const { params, all, at, read, outcomes } = await plantAll(api, [low], 'blind');
    const body = { documents: all, reason: 'Looks right' };
    const answer = await api.call('acceptDocuments', { as: ada, params, body });
    expect(outcomes(answer.body)).toEqual(['waits for a second person']);
    expect(await read()).toMatchObject({ counts: { FAILED: 0, REVIEW_REQUIRED: 1 } });
    const [line] = await readPassport(api, at(0));
    expect(line).toMatchObject({ what: 'first opinion', actor: 'ada' });
    expect(line).not.toHaveProperty('reason');
    const approve = { params: at(0), ifMatch: 4, body: { decision: 'approve' } };
    expect((await api.call('reviewDocument', { ...approve, as: ada })).body.code).toBe('not-twice-by-you');
    const decided = await api.call('reviewDocument', { ...approve, as: ben });
    expect(decided.body.document).toMatchObject({ status: 'SUCCEEDED', reviewedBy: 'ben' });
  });
});
