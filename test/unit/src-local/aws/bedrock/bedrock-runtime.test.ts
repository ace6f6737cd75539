import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
} from '@aws-sdk/client-bedrock-runtime';
import { expect, it } from 'vitest';
import type { AskedModel, ModelAnswer } from '#local/aws/bedrock/model-answer.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { aPocketAws } from '#test/builders/a-pocket-aws.ts';

const modelId = 'eu.anthropic.claude-haiku-4-5-20251001-v1:0';
const input: ConverseCommandInput = {
  modelId,
  messages: [
    { role: 'user', content: [{ text: 'Read this.' }, { guardContent: { text: { text: '[1] p1 Total' } } }] },
  ],
  toolConfig: {
    tools: [{ toolSpec: { name: 'record', inputSchema: { json: { type: 'object' } } } }],
    toolChoice: { tool: { name: 'record' } },
  },
  guardrailConfig: { guardrailIdentifier: 'gr-1', guardrailVersion: '3', trace: 'enabled' },
  requestMetadata: { documentId: 'doc-1' },
};

it('passes on what a model is told, and answers with a call of the tool', async () => {
  const { converse, asked } = aBedrock({ ms: 0, input: { total: 1 }, inputTokens: 90, outputTokens: 8 });
  expect(await converse()).toMatchObject({
    stopReason: 'tool_use',
    output: {
      message: { role: 'assistant', content: [{ toolUse: { name: 'record', input: { total: 1 } } }] },
    },
    usage: { inputTokens: 90, outputTokens: 8, totalTokens: 98 },
    metrics: { latencyMs: 0 },
  });
  expect(asked).toEqual([
    {
      modelId,
      metadata: { documentId: 'doc-1' },
      tool: { name: 'record', schema: { type: 'object' } },
      text: 'Read this.\n[1] p1 Total',
    },
  ]);
});

it.each<[string, ModelAnswer, object]>([
  [
    'a refusal',
    { ms: 0, says: 'No.' },
    { stopReason: 'end_turn', output: { message: { content: [{ text: 'No.' }] } } },
  ],
  [
    'a truncation',
    { ms: 0, cutOffAfterTokens: 50 },
    { stopReason: 'max_tokens', usage: { outputTokens: 50 } },
  ],
  [
    'a guardrail’s intervention',
    { ms: 0, stoppedBy: 'PROMPT_ATTACK', confidence: 'HIGH', afterCharacters: 120 },
    {
      stopReason: 'guardrail_intervened',
      trace: {
        guardrail: {
          inputAssessment: {
            'gr-1': {
              contentPolicy: { filters: [{ type: 'PROMPT_ATTACK', action: 'BLOCKED' }] },
              invocationMetrics: { guardrailCoverage: { textCharacters: { guarded: 120 } } },
            },
          },
        },
      },
    },
  ],
])('answers with %s', async (_, answer, expected) => {
  expect(await aBedrock(answer).converse()).toMatchObject(expected);
});

it.each([
  ['ThrottlingException', 429],
  ['ModelTimeoutException', 408],
] as const)('fails with %s, under the id of the request that was told', async (code, httpStatusCode) => {
  const { converse } = aBedrock({ ms: 0, code, message: 'Later.', requestId: 'told-before' });
  await expect(converse()).rejects.toMatchObject({
    name: code,
    message: 'Later.',
    $metadata: { httpStatusCode, requestId: 'told-before' },
  });
});

it.each([
  ['additionalModelRequestFields', { additionalModelRequestFields: { top_k: 1 } }],
  [
    'messages.1.member.content.1.member.image',
    {
      messages: [
        { role: 'user', content: [{ image: { format: 'png', source: { bytes: new Uint8Array(1) } } }] },
      ],
    },
  ],
] as [string, Partial<ConverseCommandInput>][])('refuses %s by name', async (name, more) => {
  const { converse } = aBedrock({ ms: 0, says: 'No.' });
  await expect(converse(more)).rejects.toMatchObject({
    name: 'ValidationException',
    message: `Parameter '${name}' is unknown or not supported`,
  });
});

it('refuses metadata that AWS would not take', async () => {
  const { converse } = aBedrock({ ms: 0, says: 'No.' });
  await expect(converse({ requestMetadata: { key: 'a (1).pdf' } })).rejects.toMatchObject({
    name: 'ValidationException',
  });
});

function aBedrock(answer: ModelAnswer) {
  const asked: AskedModel[] = [];
  const { aws } = aPocketAws({
    answerModel: (one) => {
      asked.push(one);
      return Promise.resolve(answer);
    },
  });
  const bedrock = new BedrockRuntimeClient({
    region: 'local',
    endpoint: 'http://127.0.0.1:1',
    credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox' },
    requestHandler: requestHandler(aws.dispatch),
    maxAttempts: 1,
  });
  const converse = (more: Partial<ConverseCommandInput> = {}) =>
    bedrock.send(new ConverseCommand({ ...input, ...more }));
  return { converse, asked };
}
