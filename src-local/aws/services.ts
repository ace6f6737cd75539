import type { World } from '../world/world.ts';
import { costExplorer, type ReadCosts } from './ce/cost-explorer.ts';
import { cloudWatch } from './cloudwatch/cloud-watch.ts';
import type { Services } from './dispatch.ts';
import { dynamoDb } from './dynamodb/dynamo-db.ts';
import { eventBridge } from './events/event-bridge.ts';
import type { Access } from './iam/access.ts';
import { kms, type DecryptKey } from './kms/kms.ts';
import { lambda } from './lambda/lambda.ts';
import { lambdaOverHttp } from './lambda/lambda-over-http.ts';
import type { FunctionRuntime } from './lambda/lambda-engine.ts';
import type { DrawObject } from './s3/object-bytes.ts';
import { s3 } from './s3/s3.ts';
import { stepFunctions } from './sfn/step-functions.ts';
import type { TaskHandlers } from './sfn/task-handlers.ts';
import { sqs } from './sqs/sqs.ts';
import { sts } from './sts/sts.ts';
import { bedrockRuntime } from './bedrock/bedrock-runtime.ts';
import type { AnswerModel } from './bedrock/model-answer.ts';
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
