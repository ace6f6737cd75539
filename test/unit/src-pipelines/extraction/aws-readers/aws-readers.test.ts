import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { TextractClient } from '@aws-sdk/client-textract';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { awsReaders } from '#pipelines/extraction/aws-readers/aws-readers.ts';
import {
  isRetried,
  ReaderError,
  type PagesRead,
  type ReaderJob,
  type Readers,
} from '#pipelines/extraction/readers.ts';

describe('what Bedrock answers', () => {
  it('fills the gaps, with the place of the line', async () => {
    const { readers, asked } = await onLoopback([
      callsTool('record_missing_fields', {
        fields: { total: { value: '120.50', confidence: 0.93, line: 2 } },
      }),
    ]);
    const { fields, usage } = await readers.gapFill(aJob(), read);
    expect(fields).toEqual({
      total: { value: '120.50', confidence: 0.93, readBy: 'gap-fill', page: 1, box: [0.7, 0.8, 0.1, 0.01] },
    });
    expect(usage).toEqual({ model: 'claudeHaiku45.regional', inputTokens: 900, outputTokens: 80, ms: 0 });
    expect(asked[0]).toMatchObject({
      guardrailConfig: { guardrailIdentifier: 'gr-1', guardrailVersion: '3' },
      toolConfig: { toolChoice: { tool: { name: 'record_missing_fields' } } },
      requestMetadata: { documentId: 'doc-1', folder: 'documents/t/b/doc-1', run: '1', stage: 'gap-fill' },
    });
    // The reader sees the label and the value, and nothing else of the page.
    expect(JSON.stringify(asked[0])).toContain('[2] p1 120.50');
    expect(JSON.stringify(asked[0])).not.toContain('Pallets');
  });

  it('is weighed against what Textract has read', async () => {
    const { readers } = await onLoopback([
      callsTool('judge_document', {
        fields: { number: { value: 'HPF-20418', confidence: 0.7 }, other: { value: 'x', confidence: 1 } },
        checks: [
          {
            name: 'The total is more than nothing',
            passed: false,
            detail: 'It is 0',
            fields: ['total', 'number'],
          },
        ],
        confidence: 0.9,
      }),
    ]);
    const verified = await readers.verify(aJob(), read, { fields: {}, usage: noUsage });
    expect(verified).toMatchObject({
      score: 0.8,
      fields: {
        number: {
          value: 'HPF-20413',
          confidence: 0.8,
          readBy: 'textract',
          flags: ['below threshold', 'readers disagree', 'check failed'],
          readings: {
            textract: { value: 'HPF-20413', confidence: 0.8 },
            bedrock: { value: 'HPF-20418', confidence: 0.7 },
          },
        },
      },
      checks: [{ name: 'The total is more than nothing', passed: false, detail: 'It is 0' }],
    });
    expect(Object.keys(verified.fields)).toEqual(['number']);
  });

  it.each([
    ['ThrottlingException', 429, { message: 'Too many tokens' }, 'ThrottlingException', 'Too many tokens.'],
    ['ServiceQuotaExceededException', 400, { message: 'Enough' }, 'ThrottlingException', 'Enough.'],
    ['ModelTimeoutException', 408, { message: 'Too slow.' }, 'ModelTimeoutException', 'Too slow.'],
    [
      'ValidationException',
      400,
      { message: 'Input is too long for requested model.' },
      'AnswerTruncated',
      'The document is longer than the model can take.',
    ],
  ])('%s has a name that Triage groups by', async (type, status, body, code, message) => {
    const { readers } = await onLoopback([{ status, body, headers: { 'x-amzn-errortype': type } }]);
    const failure = await failureOf(readers.gapFill(aJob(), read));
    expect(failure).toMatchObject({ name: code, message: `${message} Request request-1.` });
  });

  it.each([
    [
      'is cut off',
      { stopReason: 'max_tokens', usage: { inputTokens: 1, outputTokens: 50, totalTokens: 51 } },
      'AnswerTruncated',
      'cut off after 50 tokens',
    ],
    ['is kept back by the provider’s filter', { stopReason: 'content_filtered' }, 'ModelRefused', 'filter'],
    ['is a refusal', says('I will not read "this".'), 'ModelRefused', 'said "I will not read this ."'],
    [
      'is empty',
      { stopReason: 'end_turn', output: { message: { role: 'assistant', content: [] } } },
      'ModelRefused',
      'no answer',
    ],
    ['is nothing', {}, 'ModelRefused', 'no answer'],
    [
      'is stopped by the guardrail',
      {
        stopReason: 'guardrail_intervened',
        trace: {
          guardrail: {
            inputAssessment: {
              'gr-1': {
                topicPolicy: { topics: [{ name: 'Advice', type: 'DENY', action: 'BLOCKED' }] },
                contentPolicy: {
                  filters: [{ type: 'PROMPT_ATTACK', confidence: 'HIGH', action: 'BLOCKED' }],
                },
                invocationMetrics: { guardrailCoverage: { textCharacters: { guarded: 120, total: 120 } } },
              },
            },
          },
        },
      },
      'GuardrailIntervened',
      'Guardrail "gr-1" version 3 stopped the answer: prompt attack with high confidence, the topic "Advice" after 120 characters. Request',
    ],
    [
      'calls the tool with other parameters',
      callsTool('record_missing_fields', { fields: { total: 12 } }).body,
      'SchemaMismatch',
      'at "fields.total"',
    ],
    [
      'calls the tool with a list',
      callsTool('record_missing_fields', []).body,
      'SchemaMismatch',
      'at "its beginning"',
    ],
    [
      'names a column that fits no field',
      callsTool('record_missing_fields', { fields: {}, unassigned: [{ column: 'Basis', page: 2, cells: 7 }] })
        .body,
      'SchemaMismatch',
      'Column "Basis" of the table on page 2 fits no field of the schema: 7 cells unassigned.',
    ],
    [
      'is huge',
      callsTool('record_missing_fields', {
        fields: { total: { value: '9'.repeat(5_000_000), confidence: 1, line: 1 } },
      }).body,
      'SchemaMismatch',
      'fields.total.value',
    ],
    ['is no JSON', '<html>', 'SchemaMismatch', 'could not be read'],
  ] as const)('%s: a failure with a name', async (_, body, code, message) => {
    const { readers } = await onLoopback([{ status: 200, body }]);
    const failure = await failureOf(readers.gapFill(aJob(), read));
    expect(failure).toMatchObject({ name: code, message: expect.stringContaining(message) });
    expect(failure.message.length).toBeLessThan(600);
    expect(isRetried[failure.name]).toBe(false);
  });

  it('is a result or a failure with a name, whatever JSON it is', async () => {
    let body: unknown;
    const readers = readersOver(() =>
      Promise.resolve({ status: 200, headers: json, body: JSON.stringify(body) }),
    );
    const reading = fc.record(
      { value: fc.string(), confidence: fc.double(), line: fc.integer() },
      { requiredKeys: [] },
    );
    const nearlyRight = fc.record(
      {
        fields: fc.dictionary(
          fc.constantFrom('total', 'number', '__proto__', 'x'),
          fc.oneof(reading, fc.jsonValue()),
        ),
        checks: fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
        confidence: fc.oneof(fc.double(), fc.jsonValue()),
        unassigned: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const answers = fc.oneof(
      fc.jsonValue(),
      fc
        .oneof(nearlyRight, fc.jsonValue())
        .chain((input) =>
          fc
            .constantFrom('record_missing_fields', 'judge_document')
            .map((name) => callsTool(name, input).body),
        ),
      fc.record({
        output: fc.jsonValue(),
        stopReason: fc.jsonValue(),
        usage: fc.jsonValue(),
        trace: fc.jsonValue(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        body = answer;
        for (const asked of [
          () => readers.gapFill(aJob(), read),
          () => readers.verify(aJob(), read, { fields: {}, usage: noUsage }),
        ]) {
          const outcome: unknown = await asked().catch((error: unknown) => error);
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ReaderError);
          else expect(outcome).toMatchObject({ fields: expect.any(Object), usage: expect.any(Object) });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps its own name if it is no document’s fault', async () => {
    const denied = {
      status: 403,
      body: { message: 'No' },
      headers: { 'x-amzn-errortype': 'AccessDeniedException' },
    };
    const { readers } = await onLoopback([denied]);
    await expect(readers.gapFill(aJob(), read)).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });
});

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
    const failure = await failureOf(readers.textract(aJob()));
    expect(failure).toMatchObject({ name: code, message: `${message} Request request-${answers.length}.` });
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
    const failure = await failureOf(readers.textract(aJob({ sleep: async (ms) => void (now += ms) })));
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

const json = { 'content-type': 'application/json', 'x-amzn-requestid': 'request-1' };
const noUsage = { model: 'a model', inputTokens: 0, outputTokens: 0, ms: 0 };

const read: PagesRead = {
  fields: { number: { value: 'HPF-20413', confidence: 0.8, readBy: 'textract', page: 1, box: [0, 0, 1, 1] } },
  lineItems: [],
  missing: ['total'],
  text: [
    { text: 'Total due', page: 1, box: [0.6, 0.8, 0.1, 0.01] },
    { text: '120.50', page: 1, box: [0.7, 0.8, 0.1, 0.01] },
    { text: 'Pallets', page: 1, box: [0.1, 0.4, 0.1, 0.01] },
  ],
  usage: { pages: 1, ms: 0 },
};

function aJob(over: Partial<ReaderJob> = {}): ReaderJob {
  return {
    bucket: 'a-bucket',
    key: 'documents/t/b/doc-1/a file (1).pdf',
    documentId: 'doc-1',
    run: 1,
    schema: { number: 'text', total: 'money' },
    retryCount: 0,
    reviewThreshold: 0.85,
    sleep: () => Promise.resolve(),
    signal: new AbortController().signal,
    ...over,
  };
}

interface HandMade {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function callsTool(name: string, input: unknown): HandMade {
  const content = [{ toolUse: { toolUseId: 'tool-1', name, input } }];
  const usage = { inputTokens: 900, outputTokens: 80, totalTokens: 980 };
  return {
    status: 200,
    body: { stopReason: 'tool_use', output: { message: { role: 'assistant', content } }, usage },
  };
}

function says(text: string): object {
  return { stopReason: 'end_turn', output: { message: { role: 'assistant', content: [{ text }] } } };
}

/** Serves hand-made answers one after the other, and notes what it was asked. */
async function onLoopback(
  answers: readonly HandMade[],
): Promise<{ readonly readers: Readers; readonly asked: readonly unknown[] }> {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    request.on('end', () => {
      const answer = answers[asked.length];
      asked.push(JSON.parse(text));
      const id = { 'x-amzn-requestid': `request-${asked.length}` };
      const { status, body, headers } = answer ?? { status: 500, body: {} };
      response.writeHead(status, { 'content-type': 'application/json', ...id, ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const dispatch: Dispatch = async ({ path, headers, body }) => {
    const { host: _, 'content-length': __, ...rest } = headers;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: rest,
      body: new TextDecoder().decode(body),
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: new Uint8Array(await answer.arrayBuffer()),
    };
  };
  return { readers: readersOver(dispatch), asked };
}

function readersOver(dispatch: Dispatch, now = (): number => 0): Readers {
  const config = {
    region: 'local',
    endpoint: 'http://127.0.0.1:1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler: requestHandler(dispatch),
    maxAttempts: 1,
  };
  return awsReaders({
    textract: new TextractClient(config),
    bedrock: new BedrockRuntimeClient(config),
    modelId: 'eu.anthropic.claude-haiku-4-5-20251001-v1:0',
    guardrail: { id: 'gr-1', version: '3' },
    now,
  });
}

async function failureOf(work: Promise<unknown>): Promise<ReaderError> {
  const outcome: unknown = await work.catch((error: unknown) => error);
  if (!(outcome instanceof ReaderError)) throw new Error(`No failure with a name: ${String(outcome)}`);
  return outcome;
}
