import { describe, expect, it } from 'vitest';
import { findBatch, getDocument } from '#pipelines/extraction/read-items.ts';
import { toStoredWorkflow } from '#pipelines/extraction/stored-items.ts';
import { anApi, reviewer } from '#test/builders/an-api.ts';
import { plantBatch } from '#test/builders/extraction-items.ts';
import { readPassport } from './read-passport.ts';
import { ada, ben, cleo, fourEyes } from './reviewers.ts';

const freight = { description: 'Freight', quantity: '1', unit: '6.25', amount: '6.25', from: 0 };
const handling = { ...freight, description: 'Handling', from: 1 };

describe('a document that two people must decide', () => {
  it('is not decided by the first opinion: it keeps its place, free for another reviewer', async () => {
    const api = await anApi();
    const { planted, approve, ask } = await fourEyes(api, { statusSince: '2026-01-04T08:00:00.000Z' });
    await ask('claimDocument', ada, 3);
    const { status, body } = await approve(ada, 4, [{ field: 'total', value: '13.50' }]);
    expect([status, body.document]).toMatchObject([
      200,
      {
        version: 5,
        status: 'REVIEW_REQUIRED',
        statusSince: '2026-01-04T08:00:00.000Z',
        holdUntil: '2026-01-05T09:00:10.000Z',
        fields: { total: { value: '12.50' } },
      },
    ]);
    for (const name of ['claimedBy', 'claimExpiresAt', 'reviewedBy', 'decision', 'opinions']) {
      expect(body.document).not.toHaveProperty(name);
    }
    expect(await getDocument(api.parts, planted.at(0))).toMatchObject({
      opinions: [
        {
          by: 'ada',
          at: '2026-01-05T09:00:00.000Z',
          decision: 'approve',
          corrections: [{ field: 'total', value: '13.50' }],
        },
      ],
    });
    expect(await findBatch(api.parts, planted.batch.batchId)).toMatchObject({
      status: 'REVIEW_REQUIRED',
      counts: { REVIEW_REQUIRED: 1 },
    });
  });

  it('is decided by a second opinion that agrees, however it is written', async () => {
    const api = await anApi();
    const { planted, approve } = await fourEyes(api);
    const [first, second] = [
      [
        { field: 'total', value: '1,313.50' },
        { field: 'dueOn', value: '1 Feb 2026' },
        { field: 'account', value: 'GB33 BUKB 2020 1555 5555 55' },
        { field: 'number', unreadable: true },
        // This value is the same as the one that the document already has.
        { field: 'lineItems.0.amount', value: '6,25' },
      ],
      [
        { field: 'number', unreadable: true },
        { field: 'total', value: '1313.5' },
        { field: 'dueOn', value: '01/02/2026' },
        { field: 'account', value: 'gb33bukb20201555555555' },
      ],
    ];
    await approve(ada, 3, first);
    const { body } = await approve(ben, 4, second);
    expect(body.document).toMatchObject({
      version: 5,
      status: 'SUCCEEDED',
      reviewedBy: 'ben',
      holdUntil: '2026-01-05T09:00:10.000Z',
      fields: { total: { value: '1313.5', readBy: 'reviewer' }, dueOn: { value: '01/02/2026' } },
    });
    const kept = await getDocument(api.parts, planted.at(0));
    expect(kept).not.toHaveProperty('opinions');
    expect(kept).not.toHaveProperty('differs');
    expect(await findBatch(api.parts, planted.batch.batchId)).toMatchObject({ counts: { SUCCEEDED: 1 } });
  });

  it.each([
    ['another value', [{ field: 'total', value: '13.50' }], [{ field: 'total', value: '18.50' }], ['total']],
    ['what the readers have', [{ field: 'total', value: '13.50' }], [], ['total']],
    ['that it is unreadable', [], [{ field: 'number', unreadable: true }], ['number']],
    [
      'nothing where the other says that it is unreadable',
      [{ field: 'total', value: '' }],
      [{ field: 'total', unreadable: true }],
      ['total'],
    ],
    [
      'other cells and fields',
      [
        { field: 'lineItems.1.description', value: 'Packing' },
        { field: 'dueOn', value: '2026-02-01' },
      ],
      [{ field: 'lineItems.0.amount', value: '6.20' }],
      ['lineItems.1.description', 'dueOn', 'lineItems.0.amount'],
    ],
    [
      'that a field is not on the document where the other reads it',
      [{ field: 'total', absent: true }],
      [],
      ['total'],
    ],
    [
      'that a field is absent where the other cannot read it',
      [{ field: 'number', absent: true }],
      [{ field: 'number', unreadable: true }],
      ['number'],
    ],
    [
      'other lines, as a whole',
      [{ field: 'lineItems', lines: [freight, handling] }],
      [{ field: 'lineItems.1.amount', value: '6.20' }],
      ['lineItems'],
    ],
    [
      'one line less',
      [{ field: 'lineItems', lines: [freight] }],
      [{ field: 'lineItems', lines: [freight, handling] }],
      ['lineItems'],
    ],
  ])(
    'is not decided by a second opinion that says %s: a third person sees both',
    async (_, first, second, differs) => {
      const api = await anApi();
      const { planted, approve } = await fourEyes(api);
      await approve(ada, 3, first);
      const { body } = await approve(ben, 4, second);
      expect(body.document).toMatchObject({
        version: 5,
        status: 'REVIEW_REQUIRED',
        differs,
        opinions: [
          { by: 'ada', decision: 'approve', corrections: first },
          { by: 'ben', decision: 'approve', corrections: second },
        ],
        fields: { total: { value: '12.50' } },
      });
      expect(body.document).not.toHaveProperty('holdUntil');
      expect((await getDocument(api.parts, planted.at(0)))?.statusSince).toBe(
        planted.documents[0]?.updatedAt,
      );
    },
  );

  it('is decided by a second opinion with the same lines, whether they were arranged or corrected', async () => {
    const api = await anApi();
    const { approve } = await fourEyes(api);
    const lines = [{ ...freight, amount: '6,20' }, handling];
    await approve(ada, 3, [{ field: 'lineItems', lines }]);
    const { body } = await approve(ben, 4, [{ field: 'lineItems.0.amount', value: '6.20' }]);
    expect(body.document).toMatchObject({ status: 'SUCCEEDED', lineItems: [{ amount: '6.20' }, {}] });
  });

  it('differs between an approval and a rejection; two rejections may have different reasons', async () => {
    const api = await anApi();
    const one = await fourEyes(api);
    await one.reject(ada, 3, 'Not an invoice');
    const { body } = await one.approve(ben, 4, [{ field: 'total', value: '13.50' }]);
    expect(body.document).toMatchObject({ status: 'REVIEW_REQUIRED', differs: ['decision', 'total'] });

    const other = await fourEyes(api, {}, { batchId: 'other' });
    await other.reject(ada, 3, 'Not an invoice');
    const second = await other.reject(ben, 4, 'A menu');
    expect(second.body.document).toMatchObject({ status: 'REJECTED', reviewedBy: 'ben' });
  });

  it('is decided freely by the third person, who can undo it', async () => {
    const api = await anApi();
    const { planted, approve, ask } = await fourEyes(api);
    await approve(ada, 3, [{ field: 'total', value: '13.50' }]);
    await approve(ben, 4, [{ field: 'total', value: '18.50' }]);
    const before = await getDocument(api.parts, planted.at(0));
    const claimed = await ask('claimDocument', cleo, 5);
    expect(claimed.body.document.opinions).toHaveLength(2);
    const { body } = await approve(cleo, 6, [{ field: 'total', value: '15.50' }]);
    expect(body.document).toMatchObject({ status: 'SUCCEEDED', fields: { total: { value: '15.50' } } });
    expect(body.document).not.toHaveProperty('opinions');
    expect(body.document).not.toHaveProperty('differs');
    const undone = await ask('undoReview', cleo, 7);
    expect(undone.body.document).toMatchObject({ opinions: before?.opinions, differs: ['total'] });
    expect(await getDocument(api.parts, planted.at(0))).toEqual({ ...before, version: 8 });
  });

  it('cannot be decided twice or claimed again by the same person', async () => {
    const api = await anApi();
    const { approve, ask } = await fourEyes(api);
    await approve(ada, 3);
    const refusals = [await approve(ada, 4), await ask('claimDocument', ada, 4)];
    await approve(ben, 4, [{ field: 'total', value: '1' }]);
    for (const as of [ada, ben]) refusals.push(await approve(as, 5), await ask('claimDocument', as, 5));
    for (const { status, body } of refusals) expect([status, body.code]).toEqual([409, 'not-twice-by-you']);
    expect((await ask('claimDocument', cleo, 5)).status).toBe(200);
  });

  it('shows in its passport that there is an opinion, but not which', async () => {
    const api = await anApi();
    const { planted, approve, reject } = await fourEyes(api);
    await approve(ada, 3, [{ field: 'total', value: '13.50' }]);
    await api.advance(60);
    await reject(ben, 4, 'Not an invoice');
    await api.advance(60);
    await approve(cleo, 5, [{ field: 'total', value: '15.50' }]);
    const lines = await readPassport(api, planted.at(0));
    expect(lines.map(({ what, actor }) => [what, actor])).toEqual([
      ['first opinion', 'ada'],
      ['opinions differ', 'ben'],
      ['approved', 'cleo'],
    ]);
    for (const line of lines.slice(0, 2)) {
      for (const name of ['before', 'after', 'reason']) expect(line).not.toHaveProperty(name);
    }
    expect(lines[2]).toMatchObject({ before: { total: '12.50' }, after: { total: '15.50' } });
  });

  it('takes an opinion that is as valid as a decision, and small enough for two to fit', async () => {
    const api = await anApi();
    const { planted, approve } = await fourEyes(api);
    const unknown = await approve(ada, 3, [{ field: 'nothing', value: '1' }]);
    expect([unknown.status, unknown.body.errors[0].at]).toEqual([400, 'body.corrections.0.field']);
    const line = planted.documents[0]?.lineItems?.[0];
    const lineItems = Array.from({ length: 60 }, () => line).filter((one) => one !== undefined);
    const long = await fourEyes(api, { lineItems }, { batchId: 'long' });
    const cells = lineItems.map((_, at) => ({ field: `lineItems.${at}.unit`, value: 'x'.repeat(2_000) }));
    const { status, body } = await long.approve(ada, 3, cells);
    expect([status, body.code]).toEqual([413, 'too-large']);
    expect((await long.approve(ada, 3, cells.slice(0, 45))).status).toBe(200);
    expect((await long.approve(ben, 4, cells.slice(0, 44))).body.document.differs).toHaveLength(1);
    expect((await long.approve(cleo, 5, cells)).body.document.status).toBe('SUCCEEDED');
  });

  it('needs as many reviewers as its workflow required when its batch was submitted', async () => {
    const api = await anApi();
    const { workflow, workflowAt, at, batch } = await plantBatch(api, [{}]);
    await api.put(toStoredWorkflow({ ...workflow, secondReview: 'blind' }));
    const submitted = await api.call('submitBatch', {
      body: { ...workflowAt, documents: [{ fileName: 'a.pdf' }] },
    });
    expect(await findBatch(api.parts, submitted.body.batch.batchId)).toMatchObject({ secondReview: 'blind' });
    expect(await findBatch(api.parts, batch.batchId)).not.toHaveProperty('secondReview');
    const sent = { as: reviewer, params: at(0), ifMatch: 3, body: { decision: 'approve' } };
    expect((await api.call('reviewDocument', sent)).body.document.status).toBe('SUCCEEDED');
  });
});
