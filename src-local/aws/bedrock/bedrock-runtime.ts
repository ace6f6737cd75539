import type { World } from '../../world/world.ts';
import type { RestService } from '../dispatch.ts';
import { AwsError, validationException } from '../protocol/aws-error.ts';
import { refuseAsValidation, type Call } from '../protocol/operation.ts';
import {
  anything,
  integer,
  list,
  map,
  number,
  required,
  string,
  structure,
  type Infer,
  type Problem,
} from '../protocol/shapes.ts';
import type { WireRequest, WireResponse } from '../protocol/wire.ts';
import type { AnswerModel, ModelAnswer } from './model-answer.ts';

/** Amazon Bedrock's runtime: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
export function bedrockRuntime(world: World, answerModel: AnswerModel = cannotAnswer): RestService {
  return {
    name: 'bedrock',
    readOperationName: (request) => (readModelId(request) === undefined ? undefined : 'Converse'),
    async run(request, call) {
      const modelId = readModelId(request) ?? '';
      const asked = readInput(request.body);
      const answer = await answerModel({
        modelId,
        metadata: asked.requestMetadata ?? {},
        tool: readTool(asked),
        text: readText(asked),
      });
      return toResponse(answer, asked, call, world);
    },
    refuse: (error, _request, requestId) => refuseAsJson(error, requestId),
  };
}

function cannotAnswer(): never {
  throw new Error('This world has no model');
}

/** A bucket may be called "model", too: its requests are signed for S3. */
function readModelId({ method, path, headers }: WireRequest): string | undefined {
  const [, id] = /^\/model\/([^/]+)\/converse$/.exec(path) ?? [];
  const isSignedForUs = headers['authorization']?.includes('/bedrock/aws4_request') === true;
  return method === 'POST' && id !== undefined && isSignedForUs ? decodeURIComponent(id) : undefined;
}

const text = string({ min: 1 });
const contentBlock = structure({
  text,
  guardContent: structure({
    text: structure({
      text: required(text),
      qualifiers: list(string({ oneOf: ['grounding_source', 'query', 'guard_content'] })),
    }),
  }),
});
const inputShape = structure({
  messages: list(
    structure({
      role: required(string({ oneOf: ['user', 'assistant'] })),
      content: required(list(contentBlock)),
    }),
  ),
  system: list(structure({ text })),
  inferenceConfig: structure({ maxTokens: integer({ min: 1 }), temperature: number(), topP: number() }),
  toolConfig: structure({
    tools: required(
      list(
        structure({
          toolSpec: required(
            structure({
              name: required(string({ min: 1, max: 64, pattern: /^[a-zA-Z0-9_-]+$/ })),
              description: string({ min: 1 }),
              inputSchema: required(structure({ json: anything() })),
            }),
          ),
        }),
        { min: 1 },
      ),
    ),
    toolChoice: structure({ tool: structure({ name: required(string()) }) }),
  }),
  guardrailConfig: structure({
    guardrailIdentifier: required(string({ max: 2_048 })),
    guardrailVersion: required(string({ pattern: /^(?:[1-9][0-9]{0,7}|DRAFT)$/ })),
    trace: string({ oneOf: ['enabled', 'disabled', 'enabled_full'] }),
  }),
  requestMetadata: map(string({ max: 256, pattern: /^[a-zA-Z0-9\s:_@$#=/+,.-]*$/ }), { min: 1, max: 16 }),
});
type Input = Infer<typeof inputShape>;

function readInput(body: Uint8Array): Input {
  const problems: Problem[] = [];
  const input = parseJson(body);
  inputShape.check(input, '', problems);
  if (problems.length > 0) throw refuseAsValidation(problems);
  return input as Input;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8'));
  } catch {
    throw new AwsError('SerializationException', 'The request body is not JSON');
  }
}

function readTool({ toolConfig }: Input): { name: string; schema: unknown } | undefined {
  if (!toolConfig) return undefined;
  const chosen = toolConfig.toolChoice?.tool?.name;
  const specs = toolConfig.tools.map(({ toolSpec }) => toolSpec);
  const spec = chosen === undefined ? specs[0] : specs.find(({ name }) => name === chosen);
  if (!spec) throw validationException('The tool of toolChoice is not one of the tools.');
  return { name: spec.name, schema: spec.inputSchema.json };
}

function readText({ messages = [] }: Input): string {
  return messages
    .flatMap(({ content }) => content.map((block) => block.text ?? block.guardContent?.text?.text ?? ''))
    .join('\n');
}

async function toResponse(
  answer: ModelAnswer,
  asked: Input,
  call: Call,
  world: World,
): Promise<WireResponse> {
  await call.takeTime(answer.ms);
  call.requestId = answer.requestId ?? call.requestId;
  if ('code' in answer) {
    throw new AwsError(answer.code, answer.message, { status: statuses[answer.code] });
  }
  const body = { metrics: { latencyMs: answer.ms }, ...describeAnswer(answer, asked, world) };
  return toJson(200, body, call.requestId);
}

const statuses = { ThrottlingException: 429, ModelTimeoutException: 408 } as const;

type Answered = Exclude<ModelAnswer, { code: string }>;

function describeAnswer(answer: Answered, asked: Input, world: World): object {
  if ('says' in answer)
    return { ...say([{ text: answer.says }]), stopReason: 'end_turn', usage: count(0, 0) };
  if ('cutOffAfterTokens' in answer) {
    return { ...say([]), stopReason: 'max_tokens', usage: count(0, answer.cutOffAfterTokens) };
  }
  if ('stoppedBy' in answer) {
    const trace = describeIntervention(answer, asked.guardrailConfig?.guardrailIdentifier ?? '');
    return { ...say([{ text: blocked }]), stopReason: 'guardrail_intervened', usage: count(0, 0), trace };
  }
  const toolUse = {
    toolUseId: `tooluse_${world.random.code(22)}`,
    name: readTool(asked)?.name,
    input: answer.input,
  };
  const usage = count(answer.inputTokens, answer.outputTokens);
  return { ...say([{ toolUse }]), stopReason: 'tool_use', usage };
}

function say(content: readonly object[]): object {
  return { output: { message: { role: 'assistant', content } } };
}

/** A guardrail without a message of its own says this. */
const blocked = 'Sorry, the model cannot answer this question.';

function count(inputTokens: number, outputTokens: number): object {
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
}

function describeIntervention(
  { stoppedBy, confidence, afterCharacters }: Extract<ModelAnswer, { stoppedBy: string }>,
  guardrailId: string,
): object {
  const textCharacters = { guarded: afterCharacters, total: afterCharacters };
  const assessment = {
    contentPolicy: { filters: [{ type: stoppedBy, confidence, action: 'BLOCKED', detected: true }] },
    invocationMetrics: { guardrailCoverage: { textCharacters } },
  };
  return { guardrail: { inputAssessment: { [guardrailId]: assessment } } };
}

function toJson(
  status: number,
  body: object,
  requestId: string,
  more: Record<string, string> = {},
): WireResponse {
  const headers = { 'content-type': 'application/json', 'x-amzn-requestid': requestId, ...more };
  return { status, headers, body: JSON.stringify(body) };
}

function refuseAsJson({ status, name, message }: AwsError, requestId: string): WireResponse {
  return toJson(status, { message }, requestId, { 'x-amzn-errortype': name });
}
