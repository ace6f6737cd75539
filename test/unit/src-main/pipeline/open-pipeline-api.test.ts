import { describe, expect, it } from 'vitest';
import { longestAnswer, openPipelineApi } from '#main/pipeline/open-pipeline-api.ts';
import { NotSent, type PipelineCall } from '#main/pipeline/pipeline-api.ts';
import { buildProblem } from '#shared/pipeline-api/problem.ts';
import { aTransport, anAnswer } from './a-transport.ts';

const reprocess: PipelineCall<'reprocessDocuments'> = {
  personId: 'mira',
  params: { batchId: 'batch-1' },
  body: { documentIds: ['d-1', 'd-2'], reason: '  Fixed upstream  ' },
  idempotencyKey: 'key-1',
};

const started = {
  run: 2,
  executionArn: 'arn:aws:states:local:0:execution:m:batch-1-r2',
  documents: [
    { documentId: 'd-1', outcome: 'started' },
    { documentId: 'd-2', outcome: 'not found' },
  ],
};

const claim: PipelineCall<'claimDocument'> = {
  personId: 'teo',
  params: { tenantId: 't', batchId: 'b', documentId: 'd' },
  idempotencyKey: 'key-2',
  ifMatch: 7,
};

describe('the request', () => {
  it('has the caller, the key and the input', async () => {
    const transport = aTransport(() => anAnswer(202, started));
    const answer = await openPipelineApi(transport).call('reprocessDocuments', reprocess);
    expect(answer).toEqual({ kind: 'answered', value: started });
    expect(transport.sent).toMatchObject([
      {
        method: 'POST',
        path: '/batches/batch-1/reprocess',
        headers: {
          authorization: 'Bearer of-mira',
          'content-type': 'application/json',
          'idempotency-key': 'key-1',
        },
        // The body is in the form that its schema produces.
        body: '{"documentIds":["d-1","d-2"],"reason":"Fixed upstream"}',
      },
    ]);
    expect(transport.sent[0]?.headers).not.toHaveProperty('if-match');
  });

  it('for one item has the version it is made on, in quotes', async () => {
    const transport = aTransport(() => anAnswer(500, ''));
    await openPipelineApi(transport).call('claimDocument', claim);
    expect(transport.sent[0]?.headers).toMatchObject({ 'if-match': '"7"', 'idempotency-key': 'key-2' });
    expect(transport.sent[0]?.body).toBeUndefined();
  });

  it('for a question has no key, and needs no sign-in if the operation needs none', async () => {
    const transport = aTransport(
      () => anAnswer(200, { status: 'ok', at: '2026-01-01T00:00:00Z' }),
      () => Promise.reject(new Error('There is no person.')),
    );
    expect(await openPipelineApi(transport).call('health', { personId: '' })).toMatchObject({
      kind: 'answered',
    });
    expect(Object.keys(transport.sent[0]?.headers ?? {})).toEqual(['accept']);
  });

  it.each<[string, Partial<PipelineCall<'reprocessDocuments'>>, string]>([
    ['an id that reaches into another address', { params: { batchId: '..' } }, '"batchId"'],
    ['an id that a decoded address would part', { params: { batchId: '../downloads' } }, '"batchId"'],
    ['an id that has no code', { params: { batchId: 'b\uD800' } }, '"batchId"'],
    ['an id that is missing', { params: {} }, '"batchId"'],
    ['a body that the API does not describe', { body: { documentIds: [] } }, '"body documentIds"'],
    ['a key of spaces', { idempotencyKey: ' ' }, '"idempotencyKey"'],
  ])('is not sent with %s', async (_case, change, names) => {
    const transport = aTransport(() => anAnswer(202, started));
    const answer = await openPipelineApi(transport).call('reprocessDocuments', { ...reprocess, ...change });
    expect(answer).toMatchObject({
      kind: 'not-sent',
      why: expect.stringContaining(`${names} is not`) as string,
      unfit: names.slice(1, -1),
    });
    expect(transport.sent).toEqual([]);
  });

  it.each([
    ['b?x=1&y', 'b%3Fx%3D1%26y'],
    ['100%', '100%25'],
    ['lot 7\n', 'lot%207%0A'],
    ['партия-9', '%D0%BF%D0%B0%D1%80%D1%82%D0%B8%D1%8F-9'],
  ])('has the id %j as one part of its address', async (batchId, part) => {
    const transport = aTransport(() => anAnswer(202, started));
    await openPipelineApi(transport).call('reprocessDocuments', { ...reprocess, params: { batchId } });
    expect(transport.sent[0]?.path).toBe(`/batches/${part}/reprocess`);
  });

  it('is not sent with an invalid version, nor without any key', async () => {
    const transport = aTransport(() => anAnswer(200, {}));
    const { idempotencyKey: _, ...keyless } = claim;
    const api = openPipelineApi(transport);
    expect(await api.call('claimDocument', { ...claim, ifMatch: 'a"b' })).toMatchObject({ kind: 'not-sent' });
    expect(await api.call('claimDocument', keyless)).toMatchObject({ kind: 'not-sent' });
    expect(transport.sent).toEqual([]);
  });

  it('is not sent without a sign-in, and passes on its reason', async () => {
    for (const signIn of [
      () => Promise.reject(new Error('The session has ended.')),
      () => Promise.resolve('Bearer a\r\nx: y'),
      () => new Promise<never>(() => {}),
    ]) {
      const transport = aTransport(() => anAnswer(202, started), signIn);
      const answer = await openPipelineApi(transport, { longestCall: 5 }).call(
        'reprocessDocuments',
        reprocess,
      );
      const why = expect.stringMatching(/^The .+\.$/) as string;
      expect(answer).toEqual({ kind: 'not-sent', why, needsSignIn: true });
      expect(transport.sent).toEqual([]);
    }
  });
});

describe('a refusal', () => {
  it('with a 4xx code has done nothing', async () => {
    const problem = buildProblem('stale-version', 'It is at version 8 now.', { current: { version: 8 } });
    const transport = aTransport(() => anAnswer(412, problem, 'application/problem+json'));
    const answer = await openPipelineApi(transport).call('claimDocument', claim);
    expect(answer).toEqual({ kind: 'problem', problem });
  });

  it.each([
    ['try-again', 503],
    ['unexpected', 500],
  ] as const)('%s may come after half of a change', async (code, status) => {
    const transport = aTransport(() => anAnswer(status, buildProblem(code, 'Send it again.')));
    const answer = await openPipelineApi(transport).call('reprocessDocuments', reprocess);
    expect(answer).toEqual({
      kind: 'unclear',
      status,
      why: `The pipeline API answered ${status} with "${code}": Send it again.`,
    });
  });

  it.each([
    [
      'a code that is not known',
      409,
      { ...buildProblem('not-found', 'x'), code: 'gone-fishing', status: 409 },
    ],
    ['another status than its own', 404, buildProblem('stale-version', 'x')],
    ['a status that is not its code’s', 409, { ...buildProblem('not-found', 'x'), status: 409 }],
    ['no code', 403, { message: 'Forbidden' }],
    ['a page of a proxy', 403, '<html>Sign in to the network</html>'],
    ['nothing', 404, ''],
  ])('with %s is not a refusal of this API', async (_case, status, body) => {
    const transport = aTransport(() => anAnswer(status, body));
    const answer = await openPipelineApi(transport).call('reprocessDocuments', reprocess);
    expect(answer).toMatchObject({ kind: 'unclear', status });
  });
});

describe('an answer that cannot be read', () => {
  it.each([
    ['another shape', { run: 'two' }],
    ['an undescribed outcome', { ...started, documents: [{ documentId: 'd', outcome: 'maybe' }] }],
    ['half of it', JSON.stringify(started).slice(0, 40)],
    ['a page', '<html></html>'],
    ['nothing', ''],
    ['a problem with a good status', buildProblem('not-found', 'x')],
    ['more than anybody sends', ' '.repeat(longestAnswer + 1)],
  ])('%s: it may have been done', async (_case, body) => {
    const transport = aTransport(() => anAnswer(202, body));
    const answer = await openPipelineApi(transport).call('reprocessDocuments', reprocess);
    expect(answer).toMatchObject({ kind: 'unclear', status: 202 });
  });

  it('names the place and never its content', async () => {
    const body = { ...started, documents: [{ documentId: 'd', outcome: 'DE89 3704 0044' }] };
    const answer = await openPipelineApi(aTransport(() => anAnswer(202, body))).call(
      'reprocessDocuments',
      reprocess,
    );
    expect(answer).toMatchObject({ why: expect.stringContaining('(documents.0.outcome)') as string });
    expect(JSON.stringify(answer)).not.toContain('DE89');
  });

  it('passes on only what the API describes', async () => {
    const transport = aTransport(() => anAnswer(202, { ...started, internal: 'host-17' }));
    const answer = await openPipelineApi(transport).call('reprocessDocuments', reprocess);
    expect(answer).toEqual({ kind: 'answered', value: started });
  });
});

describe('no answer', () => {
  it('that certainly never arrived was not sent', async () => {
    const transport = aTransport(() => Promise.reject(new NotSent('Nothing listens at that address.')));
    const answer = await openPipelineApi(transport).call('reprocessDocuments', reprocess);
    expect(answer).toEqual({ kind: 'not-sent', why: 'Nothing listens at that address.' });
  });

  it('for another reason is unclear, and the token stays out of it', async () => {
    const broken = Object.assign(new Error('reset: authorization: Bearer of-mira'), { code: 'ECONNRESET' });
    const answer = await openPipelineApi(aTransport(() => Promise.reject(broken))).call(
      'reprocessDocuments',
      reprocess,
    );
    expect(answer).toMatchObject({ kind: 'unclear', status: null });
    expect(JSON.stringify(answer)).toContain('ECONNRESET');
    expect(JSON.stringify(answer)).not.toContain('of-mira');
  });

  it('in time is unclear, is requested once, and the transport is told to stop', async () => {
    const transport = aTransport(() => new Promise<never>(() => {}));
    const answer = await openPipelineApi(transport, { longestCall: 5 }).call('reprocessDocuments', reprocess);
    expect(answer).toMatchObject({ kind: 'unclear', status: null });
    expect(transport.sent).toHaveLength(1);
    expect(transport.sent[0]?.signal.aborted).toBe(true);
  });
});
