import { describe, expect, it } from 'vitest';
import { getDocument } from '#pipelines/extraction/read-items.ts';
import { anApi, support, type Answered } from '#test/builders/an-api.ts';
import {
  aFiling,
  newDocuments,
  compareCounts,
  countBatches,
  putObject,
  readWidths,
  computeWidth,
} from './filing.ts';
import { countRecords, readPassport } from './read-passport.ts';
import { ada, ben } from './reviewers.ts';

const patience = { timeout: 60_000 };

describe('filing a document', () => {
  it('under another workflow closes it, and submits its file there without an upload', async () => {
    const api = await anApi();
    const { planted, other, part, file } = await aFiling(api, [2]);
    const answer = await file([{ workflow: other, parts: [part(0)] }]);
    expect([answer.status, answer.body.kind]).toEqual([200, 'elsewhere']);
    expect(answer.text).not.toContain('number of doc');
    const closed = await getDocument(api.parts, planted.at(0));
    expect(closed).toMatchObject({
      status: 'REJECTED',
      decision: 'reject',
      reviewedBy: 'ada',
      version: 4,
      filed: { kind: 'elsewhere', into: [{ ...other, batchId: answer.body.into[0].batchId }] },
    });
    expect(closed).not.toHaveProperty('claimedBy');
    expect(closed).not.toHaveProperty('undo');
    const [fresh] = await newDocuments(api, answer);
    expect(fresh).toMatchObject({
      status: 'QUEUED',
      fileName: 'scan 0.pdf',
      madeOf: [{ kind: 'elsewhere', documentId: planted.at(0).documentId, key: closed?.objectKey }],
    });
    expect(fresh && (await readWidths(api, fresh))).toEqual([computeWidth(0, 1), computeWidth(0, 2)]);
    for (const batchId of [planted.batch.batchId, answer.body.into[0].batchId]) {
      const { stored, counted } = await compareCounts(api, 'northwind', batchId);
      expect(stored).toEqual(counted);
    }
    expect(await countBatches(api, 'northwind', other.projectId)).toBe(2);
    expect(await readPassport(api, planted.at(0))).toMatchObject([
      { what: 'filed elsewhere', actor: 'ada', after: { documents: fresh?.documentId } },
    ]);
    expect(
      await readPassport(api, { tenantId: 'northwind', documentId: fresh?.documentId ?? '' }),
    ).toMatchObject([{ what: 'filed from elsewhere', before: { documents: planted.at(0).documentId } }]);
  });

  it('divides a file by pages, each part in a workflow of its own', async () => {
    const api = await anApi();
    const { planted, workflow, other, part, file } = await aFiling(api, [5]);
    const answer = await file([
      { workflow, parts: [part(0, 1, 2)] },
      { workflow: other, parts: [part(0, 3, 3)] },
      { workflow, parts: [part(0, 4, 5)] },
    ]);
    expect([answer.status, answer.body.kind]).toEqual([200, 'divided']);
    const documents = await newDocuments(api, answer);
    expect(documents.map(({ fileName }) => fileName)).toEqual([
      'scan 0 (pages 1-2).pdf',
      'scan 0 (page 3).pdf',
      'scan 0 (pages 4-5).pdf',
    ]);
    expect(await Promise.all(documents.map((one) => readWidths(api, one)))).toEqual([
      [101, 102],
      [103],
      [104, 105],
    ]);
    const [one, second, third] = answer.body.into;
    expect(one.batchId).toBe(third.batchId);
    expect(second.batchId).not.toBe(one.batchId);
    const { filed } = (await getDocument(api.parts, planted.at(0))) ?? {};
    expect(filed?.into.map(({ pages }) => pages)).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 3 },
      { from: 4, to: 5 },
    ]);
    expect(await countBatches(api, 'northwind', workflow.projectId)).toBe(3);
  });

  it('joins documents in the given order, and both say what became of them', async () => {
    const api = await anApi();
    const { planted, workflow, part, file } = await aFiling(api, [2, 3]);
    const parts = [part(0), part(1, 3, 3), part(1, 1, 2)];
    const answer = await file([{ workflow, parts, fileName: 'whole.pdf' }], { also: [1] });
    expect([answer.status, answer.body.kind]).toEqual([200, 'joined']);
    const [whole] = await newDocuments(api, answer);
    expect(whole?.fileName).toBe('whole.pdf');
    expect(whole && (await readWidths(api, whole))).toEqual([101, 102, 203, 201, 202]);
    for (const index of [0, 1]) {
      expect(await getDocument(api.parts, planted.at(index))).toMatchObject({
        status: 'REJECTED',
        filed: { kind: 'joined', into: [{ documentId: whole?.documentId }] },
      });
    }
    const { stored, counted } = await compareCounts(api, 'northwind', planted.batch.batchId);
    expect(stored).toEqual(counted);
  });

  it('joins documents of two batches, and counts in both', async () => {
    const api = await anApi();
    const first = await aFiling(api, [1]);
    const second = await aFiling(api, [2], { batchId: 'another-batch' });
    const { batchId, documentId } = second.planted.at(0);
    const answer = await api.call('refileDocument', {
      as: ada,
      params: first.planted.at(0),
      ifMatch: 3,
      body: {
        reason: 'It goes on there',
        into: [{ workflow: first.workflow, parts: [first.part(0), second.part(0)] }],
        also: [{ batchId, documentId, version: 3 }],
      },
    });
    expect(answer.status).toBe(200);
    for (const id of [first.planted.batch.batchId, batchId, answer.body.into[0].batchId]) {
      const { stored, counted } = await compareCounts(api, 'northwind', id);
      expect(stored).toEqual(counted);
    }
  });

  it('is refused where anything is wrong with it, and then nothing was done', patience, async () => {
    const api = await anApi();
    const { planted, workflow, other, part, file } = await aFiling(api, [3, 1, 1]);
    await putObject(api, planted.documents[2]?.objectKey ?? '', 'no pdf');
    const untouched = countRecords(api);
    const whole = [{ workflow: other, parts: [part(0)] }];
    const into = (...parts: readonly object[]) => [{ workflow: other, parts }];
    const refusals: readonly [string, Answered, string][] = [
      ['the same workflow', await file([{ workflow, parts: [part(0)] }]), 'in this workflow already'],
      ['a page left out', await file(into(part(0, 1, 2))), 'Page 3 of scan 0.pdf is in no new document'],
      ['a page twice', await file(into(part(0, 1, 2), part(0, 2, 3))), 'Page 2 of scan 0.pdf is in two'],
      ['a page too many', await file(into(part(0, 1, 4))), 'has no page 4. It has 3'],
      ['a range backwards', await file(into(part(0, 3, 1))), 'in the wrong order'],
      ['a document not closed', await file(into(part(0), part(1))), 'is not closed by this request'],
      ['a closed one not used', await file(whole, { also: [1] }), 'No new document has a page of scan 1'],
      ['one named twice', await file(whole, { also: [0] }), 'is named twice'],
      ['no PDF', await file(into(part(0), part(2)), { also: [2] }), 'scan 2.pdf is no PDF'],
    ];
    for (const [what, { status, body }, says] of refusals) {
      expect([what, status, body.code]).toEqual([what, 409, 'not-fileable']);
      expect(body.detail).toContain(says);
      expect(body.detail).toContain('Nothing was done');
    }
    const codes: readonly [string, Answered, string][] = [
      ['a supporter', await file(whole, { as: support }), 'role-required'],
      ['without the claim', await file(whole, { as: ben }), 'claimed-by-another'],
      ['of an old version', await file(whole, { ifMatch: 2 }), 'stale-version'],
      [
        'an unknown workflow',
        await file([{ workflow: { ...other, workflowId: 'no' }, parts: [part(0)] }]),
        'not-found',
      ],
    ];
    for (const [what, { body }, code] of codes) expect([what, body.code]).toEqual([what, code]);
    expect(countRecords(api)).toEqual(untouched);
  });

  it('needs a claim that has not expired', async () => {
    const api = await anApi();
    const { other, part, file } = await aFiling(api, [1]);
    await api.advance(700);
    const { body } = await file([{ workflow: other, parts: [part(0)] }]);
    expect(body.code).toBe('not-claimed-by-you');
  });

  it('of one two-person document drops the first opinion, and a person who gave it may not file it', async () => {
    const api = await anApi();
    const opinion = {
      by: 'ada',
      at: '2026-01-05T08:30:00.000Z',
      decision: 'approve',
      corrections: [],
    } as const;
    const { other, part, file } = await aFiling(api, [1], { document: { opinions: [opinion] } });
    const { body } = await file([{ workflow: other, parts: [part(0)] }]);
    expect(body.code).toBe('not-twice-by-you');
  });

  it('can be taken back only by rejecting the new one and reprocessing the closed one', async () => {
    const api = await anApi();
    const { planted, other, part, file } = await aFiling(api, [1]);
    await file([{ workflow: other, parts: [part(0)] }]);
    const undo = await api.call('undoReview', { as: ada, params: planted.at(0), ifMatch: 4 });
    expect(undo.body.code).toBe('hold-over');
    const { batchId, documentId } = planted.at(0);
    const body = { documentIds: [documentId] };
    const again = await api.call('reprocessDocuments', { as: support, params: { batchId }, body });
    expect(again.body.documents).toMatchObject([{ outcome: 'started' }]);
    expect(await getDocument(api.parts, planted.at(0))).not.toHaveProperty('filed');
  });
});
