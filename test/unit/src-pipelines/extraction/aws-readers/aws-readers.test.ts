import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRetried, ReaderError } from '#pipelines/extraction/readers.ts';
import {
  aJob,
  callsTool,
  catchFailure,
  json,
  noUsage,
  onLoopback,
  read,
  readersOver,
  says,
} from './hand-made-answers.ts';

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

  it('leaves a field missing for which it has an empty text, as where it does not name it', async () => {
    const empty = { value: '', confidence: 0 };
    const { readers } = await onLoopback([
      callsTool('record_missing_fields', { fields: { total: { ...empty, line: 0 } } }),
      callsTool('judge_document', {
        fields: { number: { ...empty, value: ' ' } },
        checks: [],
        confidence: 0.9,
      }),
    ]);
    const filled = await readers.gapFill(aJob(), read);
    expect(filled.fields).toEqual({});
    const { fields } = await readers.verify(aJob(), read, filled);
    expect(fields).toEqual({ number: { ...read.fields['number'], flags: ['below threshold'] } });
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
    const failure = await catchFailure(readers.gapFill(aJob(), read));
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
    const failure = await catchFailure(readers.gapFill(aJob(), read));
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
