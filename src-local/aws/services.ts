import type { World } from '../world/world.ts';
import { bedrockRuntime } from './bedrock/bedrock-runtime.ts';
import type { AnswerModel } from './bedrock/model-answer.ts';
import { costExplorer, type ReadCosts } from './ce/cost-explorer.ts';
import { cloudWatch } from './cloudwatch/cloud-watch.ts';
import type { Services, RestService } from './dispatch.ts';
import { dynamoDb } from './dynamodb/dynamo-db.ts';
import {
  deleteRule,
  describeRule,
  disableRule,
  enableRule,
  listRules,
  listTagsForResource,
  listTargetsByRule,
  putRule,
  putTargets,
  removeTargets,
  tagResource,
  untagResource,
} from './events/rule-operations.ts';
import { Rules } from './events/rules.ts';
import type { Access } from './iam/access.ts';
import { kms, type DecryptKey } from './kms/kms.ts';
import type { FunctionRuntime } from './lambda/lambda-engine.ts';
import { lambda } from './lambda/lambda.ts';
import { AwsError } from './protocol/aws-error.ts';
import { jsonService, type JsonService } from './protocol/operation.ts';
import type { WireRequest, WireResponse } from './protocol/wire.ts';
import type { DrawObject } from './s3/object-bytes.ts';
import { s3 } from './s3/s3.ts';
import { stepFunctions } from './sfn/step-functions.ts';
import type { TaskHandlers } from './sfn/task-handlers.ts';
import { sqs } from './sqs/sqs.ts';
import { sts } from './sts/sts.ts';
import type { ReadFile } from './textract/found-pages.ts';
import { textract } from './textract/textract.ts';

interface ServiceOptions {
  readonly access: Access;
  readonly runtime?: FunctionRuntime;
  readonly decryptKey?: DecryptKey;
  readonly handlers?: TaskHandlers;
  readonly drawObject?: DrawObject;
  readonly readFile?: ReadFile;
  readonly answerModel?: AnswerModel;
  readonly readCosts?: ReadCosts;
}

/** CloudWatch first: it listens to what the others report. S3 last: it answers whatever path is left. */
export function awsServices(
  world: World,
  {
    access,
    handlers = new Map(),
    runtime,
    drawObject,
    decryptKey,
    readFile,
    answerModel,
    readCosts,
  }: ServiceOptions,
): Services {
  const listening = cloudWatch(world);
  const { tables, streams } = dynamoDb(world);
  const json = [
    listening,
    tables,
    streams,
    sqs(world),
    stepFunctions(world, { access, handlers }),
    eventBridge(world),
    kms(world, decryptKey),
    textract(world, readFile),
    costExplorer(world, readCosts),
  ];
  const files = s3(world, drawObject);
  const functions = lambda(world, { access, runtime });
  const rest = [sts(world), bedrockRuntime(world, answerModel), lambdaOverHttp(functions), files];
  return { json, rest, inside: [functions] };
}

/**
 * Amazon EventBridge: the rules of the default bus, by schedule or for executions that have ended, with functions as
 * targets. https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Operations.html
 */
function eventBridge(world: World): JsonService {
  const rules = new Rules(world);
  rules.resume();
  return jsonService({
    name: 'events',
    target: 'AWSEvents',
    jsonVersion: '1.1',
    engine: { world, rules },
    operations: [
      putRule,
      enableRule,
      disableRule,
      describeRule,
      listRules,
      deleteRule,
      putTargets,
      listTargetsByRule,
      removeTargets,
      tagResource,
      untagResource,
      listTagsForResource,
    ],
  });
}

/**
 * Lambda's REST protocol, for the one operation that a client of another machine needs: the list of functions.
 * https://docs.aws.amazon.com/lambda/latest/api/API_ListFunctions.html
 */
function lambdaOverHttp(functions: JsonService): RestService {
  return {
    name: 'lambda',
    readOperationName: (request) => (asksForFunctions(request) ? 'ListFunctions' : undefined),
    async run({ query }, call) {
      const answer = await functions.run('ListFunctions', readListInput(new URLSearchParams(query)), call);
      return toJson(200, answer ?? {}, { 'x-amzn-requestid': call.requestId });
    },
    refuse: ({ name, message, status }, _request, requestId) =>
      toJson(
        status ?? 400,
        { Type: 'User', message },
        { 'x-amzn-requestid': requestId, 'x-amzn-errortype': name },
      ),
  };
}

/** A bucket may have this name, too: its requests are signed for S3. */
function asksForFunctions({ method, path, headers }: WireRequest): boolean {
  const isSignedForUs = headers['authorization']?.includes('/lambda/aws4_request') === true;
  return method === 'GET' && /^\/2015-03-31\/functions\/?$/.test(path) && isSignedForUs;
}

function readListInput(query: URLSearchParams): object {
  const known = new Set(['MaxItems', 'Marker']);
  const other = [...query.keys()].find((name) => !known.has(name));
  if (other !== undefined) {
    throw new AwsError('InvalidParameterValueException', `The parameter ${other} is not supported here.`);
  }
  const [most, Marker] = [query.get('MaxItems'), query.get('Marker')];
  return { ...(most !== null && { MaxItems: Number(most) }), ...(Marker !== null && { Marker }) };
}

function toJson(status: number, body: object, headers: Record<string, string>): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}
