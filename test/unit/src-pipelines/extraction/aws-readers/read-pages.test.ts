import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { ReaderError } from '#pipelines/extraction/readers.ts';
import { aJob, catchFailure, onLoopback, readersOver } from './hand-made-answers.ts';

describe('what Textract answers', () => {
  const unsupported = {
    status: 400,
    body: { __type: 'UnsupportedDocumentException', message: 'Not this format' },
  };
  const line = (text: string, page: number) => ({
    BlockType: 'LINE',
    Id: text,
    Text: text,
    Page: page,
    Geometry: { BoundingBox: { Left: 0.1, Top: 0.1, Width: 0.2, Height: 0.01 } },
  });

  it('is asked for as a job if there are several pages, part by part until the last', async () => {
    const slept: number[] = [];
    const { readers, asked } = await onLoopback([
      unsupported,
      { status: 200, body: { JobId: 'job-1' } },
      { status: 200, body: { JobStatus: 'IN_PROGRESS' } },
      {
        status: 200,
        body: {
          JobStatus: 'SUCCEEDED',
          DocumentMetadata: { Pages: 2 },
          Blocks: [line('one', 1)],
          NextToken: 'n',
        },
      },
      {
        status: 200,
        body: { JobStatus: 'SUCCEEDED', DocumentMetadata: { Pages: 2 }, Blocks: [line('two', 2)] },
      },
    ]);
    const pages = await readers.textract(
      aJob({ schema: { policyNumber: 'text' }, sleep: async (ms) => void slept.push(ms) }),
    );
    expect(pages).toMatchObject({ missing: ['policyNumber'], usage: { pages: 2 } });
    expect(pages.text.map(({ text, page }) => `${text} ${page}`)).toEqual(['one 1', 'two 2']);
    expect(slept).toEqual([2_000, 2_000]);
    expect(asked[1]).toMatchObject({ FeatureTypes: ['TABLES', 'FORMS'], ClientRequestToken: 'doc-1-r1' });
    expect(asked[4]).toEqual({ JobId: 'job-1', NextToken: 'n' });
  });

  it.each([
    [
      'a bad document',
      [{ status: 400, body: { __type: 'BadDocumentException', message: 'Broken' } }],
      'BadDocumentException',
      'Broken.',
    ],
    [
      'a format that it does not read, as a job either',
      [unsupported, unsupported],
      'BadDocumentException',
      'Not this format.',
    ],
    [
      'throttled',
      [{ status: 400, body: { __type: 'ProvisionedThroughputExceededException', message: 'Slow down' } }],
      'ThrottlingException',
      'Slow down.',
    ],
    [
      'too many jobs',
      [
        unsupported,
        { status: 400, body: { __type: 'LimitExceededException', message: 'Too many open jobs' } },
      ],
      'ThrottlingException',
      'Too many open jobs.',
    ],
    [
      'a failed job',
      [
        unsupported,
        { status: 200, body: { JobId: 'j' } },
        { status: 200, body: { JobStatus: 'FAILED', StatusMessage: 'INVALID_IMAGE_TYPE' } },
      ],
      'BadDocumentException',
      'INVALID_IMAGE_TYPE.',
    ],
  ] as const)('%s: a failure with a name', async (_, answers, code, message) => {
    const { readers } = await onLoopback(answers);
    const failure = await catchFailure(readers.textract(aJob()));
    expect(failure).toMatchObject({ name: code, message: `${message} Request request-${answers.length}.` });
  });

  it('is asked for again, later each time, where a question about a job is throttled', async () => {
    const slept: number[] = [];
    const slow = { status: 400, body: { __type: 'ProvisionedThroughputExceededException', message: 'Slow' } };
    const busy = { status: 400, body: { __type: 'ThrottlingException', message: 'Slow' } };
    const done = { JobStatus: 'SUCCEEDED', DocumentMetadata: { Pages: 2 } };
    const { readers, asked } = await onLoopback([
      unsupported,
      { status: 200, body: { JobId: 'job-1' } },
      slow,
      busy,
      { status: 200, body: { ...done, Blocks: [line('one', 1)], NextToken: 'n' } },
      busy,
      { status: 200, body: { ...done, Blocks: [line('two', 2)] } },
    ]);
    const schema = { policyNumber: 'text' } as const;
    const pages = await readers.textract(aJob({ schema, sleep: async (ms) => void slept.push(ms) }));
    expect(pages.text.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(slept).toEqual([2_000, 3_000, 6_000, 3_000]);
    expect(asked.slice(5)).toEqual([
      { JobId: 'job-1', NextToken: 'n' },
      { JobId: 'job-1', NextToken: 'n' },
    ]);
  });

  it('fails as throttled where it is throttled for as long as the function may take', async () => {
    let now = 0;
    const answers = [unsupported, { status: 200, body: { JobId: 'j' } }];
    const dispatch: Dispatch = () => {
      const { status, body } = answers.shift() ?? { status: 400, body: { __type: 'ThrottlingException' } };
      const headers = { 'content-type': 'application/x-amz-json-1.1' };
      return Promise.resolve({ status, headers, body: JSON.stringify(body) });
    };
    const readers = readersOver(dispatch, () => now);
    const failure = await catchFailure(readers.textract(aJob({ sleep: async (ms) => void (now += ms) })));
    expect(failure.name).toBe('ThrottlingException');
    expect(now).toBeGreaterThan(200_000);
    expect(now).toBeLessThan(300_000);
  });

  it('is not waited for longer than the function may take', async () => {
    let now = 0;
    const answers = [
      { status: 400, body: unsupported.body },
      { status: 200, body: { JobId: 'j' } },
    ];
    const dispatch: Dispatch = () => {
      const { status, body } = answers.shift() ?? { status: 200, body: { JobStatus: 'IN_PROGRESS' } };
      return Promise.resolve({
        status,
        headers: { 'content-type': 'application/x-amz-json-1.1' },
        body: JSON.stringify(body),
      });
    };
    const readers = readersOver(dispatch, () => now);
    const failure = await catchFailure(readers.textract(aJob({ sleep: async (ms) => void (now += ms) })));
    expect(failure.name).toBe('TextractTimeout');
    expect(now).toBeLessThan(300_000);
  });

  it('is a result or a failure with a name, whatever JSON it is', async () => {
    let body: unknown;
    const readers = readersOver(() =>
      Promise.resolve({
        status: 200,
        headers: { 'content-type': 'application/x-amz-json-1.1' },
        body: JSON.stringify(body),
      }),
    );
    const block = fc.record(
      {
        BlockType: fc.constantFrom('LINE', 'KEY_VALUE_SET', 'TABLE', 'CELL', 'WORD'),
        Id: fc.constantFrom('a', 'b'),
        Text: fc.string(),
        EntityTypes: fc.constant(['KEY']),
        Relationships: fc.constant([
          { Type: 'CHILD', Ids: ['a', 'b'] },
          { Type: 'VALUE', Ids: ['b'] },
        ]),
      },
      { requiredKeys: [] },
    );
    const answers = fc.oneof(
      fc.jsonValue(),
      fc.record({ Blocks: fc.array(block) }),
      fc.record({ Blocks: fc.jsonValue() }),
    );
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        body = answer;
        const outcome: unknown = await readers.textract(aJob()).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ReaderError);
        else expect(outcome).toMatchObject({ fields: expect.any(Object), usage: expect.any(Object) });
      }),
      { numRuns: 300 },
    );
  });
});
