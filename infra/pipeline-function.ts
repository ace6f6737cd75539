import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Fn, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { CfnRule } from 'aws-cdk-lib/aws-events';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import {
  CfnEventInvokeConfig,
  CfnEventSourceMapping,
  CfnFunction,
  CfnPermission,
} from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import type { FunctionKey } from '../shared/domain/pipeline-names.ts';
import { functions } from '../src-pipelines/functions.ts';
import { acknowledge, logDays, ownArn, type Deployment } from './deployment.ts';
import {
  acknowledgeWildcard,
  acknowledgeWildcards,
  allowCalls,
  toPolicy,
  trustService,
  type Statement,
} from './grants.ts';

/**
 * Defines a function of the table in `src-pipelines/functions.ts`, with its role, its log and what calls it. Ids are
 * those of the table: `IngestFiles`, `IngestFilesRole`, `IngestFilesLogs` and so on.
 */
export function definePipelineFunction(
  stack: Stack,
  deployment: Deployment,
  key: FunctionKey,
  { environment = {}, queue, stream, failures }: FunctionSurroundings = {},
): CfnFunction {
  const declared = functions[key];
  const id = toId(key);
  const functionName = deployment.own.functions[key];
  const logs = new CfnLogGroup(stack, `${id}Logs`, {
    logGroupName: `/aws/lambda/${functionName}`,
    retentionInDays: logDays,
  });
  logs.applyRemovalPolicy(RemovalPolicy.DESTROY);
  const role = new CfnRole(stack, `${id}Role`, {
    description: `Allows ${functionName} what its code calls, and Lambda what it does for it.`,
    assumeRolePolicyDocument: trustService('lambda.amazonaws.com'),
    policies: [
      { policyName: 'code', policyDocument: toPolicy(allowCalls(deployment, declared)) },
      {
        policyName: 'lambda',
        policyDocument: toPolicy(allowLambda(deployment, key, stream?.failures ?? failures, stream)),
      },
    ],
  });
  acknowledgeWildcards(deployment, role, declared);
  acknowledgeWildcard(role, streamsArn(functionName), 'Lambda names a log stream after each instance.');
  acknowledgeWildcard(role, '*', 'X-Ray has no ARN that a trace could be sent to.');
  const lambda = new CfnFunction(stack, id, {
    functionName,
    runtime: 'nodejs22.x',
    architectures: ['arm64'],
    handler: 'index.handler',
    code: locateCode(stack, deployment, declared.entry),
    role: role.attrArn,
    memorySize: declared.memoryMegabytes,
    timeout: declared.timeoutSeconds,
    environment: { variables: { STAGE: deployment.settings.stage, ...environment } },
    tracingConfig: { mode: 'Active' },
    loggingConfig: { logGroup: logs.ref },
    ...(failures && { deadLetterConfig: { targetArn: failures.attrArn } }),
  });
  acknowledge(lambda, {
    L1: 'The bundles are made for, and tested on, the runtime that they name. A newer one is a change of its own.',
  });
  callFunction(stack, deployment, key, { lambda, queue, stream, failures });
  return lambda;
}

interface FunctionSurroundings {
  /** The variables besides the stage. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The queue whose messages it takes. */
  readonly queue?: CfnQueue;
  /** The table's stream that it follows, and the queue that is told which changes it could not use. */
  readonly stream?: { readonly arn: string; readonly failures: CfnQueue };
  /** The queue that keeps the events of a rule which it could not use, or was not given. */
  readonly failures?: CfnQueue;
}

function toId(key: FunctionKey): string {
  return `${key.charAt(0).toUpperCase()}${key.slice(1)}`;
}

/** Lambda writes the log, sends traces and reads the queue or the stream, all in the function's name. */
function allowLambda(
  { own, names }: Deployment,
  key: FunctionKey,
  failures: CfnQueue | undefined,
  stream: FunctionSurroundings['stream'],
): readonly Statement[] {
  const { calledBy } = functions[key];
  return [
    {
      Effect: 'Allow',
      Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: streamsArn(own.functions[key]),
    },
    { Effect: 'Allow', Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], Resource: '*' },
    ...(calledBy.by === 'queue'
      ? [
          {
            Effect: 'Allow',
            Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
            Resource: ownArn('sqs', { ...names.extraction, ...names.downloads }[calledBy.queue]),
          } as const,
        ]
      : []),
    ...(stream ? [{ Effect: 'Allow', Action: readsStream, Resource: stream.arn } as const] : []),
    ...(failures
      ? [{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: failures.attrArn } as const]
      : []),
  ];
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html */
const readsStream = [
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:DescribeStream',
  'dynamodb:ListStreams',
];

function streamsArn(functionName: string): string {
  return ownArn('logs', `log-group:/aws/lambda/${functionName}:*`);
}

function locateCode(stack: Stack, { bundles }: Deployment, entry: string): CfnFunction.CodeProperty {
  if (bundles === 'named') {
    // CDK's bootstrap makes this bucket.
    const bucket = Fn.sub('cdk-hnb659fds-assets-${AWS::AccountId}-${AWS::Region}');
    return { s3Bucket: bucket, s3Key: `${entry}.zip` };
  }
  const folder = fileURLToPath(new URL(`../out-functions/${entry}`, import.meta.url));
  if (!existsSync(`${folder}/index.js`)) {
    throw new Error(
      `There is no out-functions/${entry}/index.js to upload. Run "npm run build" at the top first.`,
    );
  }
  const { s3BucketName, s3ObjectKey } = new Asset(stack, `${entry}-bundle`, { path: folder });
  return { s3Bucket: s3BucketName, s3Key: s3ObjectKey };
}

function callFunction(
  stack: Stack,
  deployment: Deployment,
  key: FunctionKey,
  {
    lambda,
    queue,
    stream,
    failures,
  }: {
    readonly lambda: CfnFunction;
    readonly queue: CfnQueue | undefined;
    readonly stream: FunctionSurroundings['stream'];
    readonly failures: CfnQueue | undefined;
  },
): void {
  const { calledBy } = functions[key];
  const id = toId(key);
  // The stack of an API or of a state machine connects these itself.
  if (calledBy.by === 'http api' || calledBy.by === 'state machine') return;
  if (calledBy.by === 'queue') {
    if (!queue) throw new Error(`${key} is called by a queue, and is given none`);
    new CfnEventSourceMapping(stack, `${id}Source`, {
      functionName: lambda.ref,
      eventSourceArn: queue.attrArn,
      batchSize: calledBy.batchSize,
      // A message that failed comes again alone, without the others of its batch.
      functionResponseTypes: ['ReportBatchItemFailures'],
      ...(calledBy.mostAtOnce !== undefined && {
        scalingConfig: { maximumConcurrency: calledBy.mostAtOnce },
      }),
    });
    return;
  }
  if (calledBy.by === 'stream') {
    if (!stream) throw new Error(`${key} is called by a stream, and is given none`);
    new CfnEventSourceMapping(stack, `${id}Source`, {
      functionName: lambda.ref,
      eventSourceArn: stream.arn,
      startingPosition: 'TRIM_HORIZON',
      batchSize: calledBy.batchSize,
      maximumBatchingWindowInSeconds: calledBy.windowSeconds,
      functionResponseTypes: ['ReportBatchItemFailures'],
      // One record that cannot be used must not keep the others back for long.
      bisectBatchOnFunctionError: true,
      maximumRetryAttempts: streamRetries,
      filterCriteria: {
        filters: calledBy.items.map(({ partition, sort }) => ({
          pattern: JSON.stringify({
            dynamodb: { Keys: { PK: { S: [{ prefix: partition }] }, SK: { S: [{ prefix: sort }] } } },
          }),
        })),
      },
      destinationConfig: { onFailure: { destination: stream.failures.attrArn } },
    });
    return;
  }
  const retries = calledBy.by === 'schedule' ? calledBy.retries : mostRetries;
  if (calledBy.by === 'rule' && !failures)
    throw new Error(`${key} is called by a rule, and its failures have no queue`);
  const rule = new CfnRule(stack, `${id}Rule`, {
    name: deployment.own.functions[key],
    ...(calledBy.by === 'schedule'
      ? { scheduleExpression: calledBy.schedule }
      : { eventPattern: matchEndedExecutions(deployment) }),
    // EventBridge tries again where Lambda does not take the event, and Lambda where the function fails. A schedule comes
    // again, but an execution ends once: its event is tried for the 24 hours that EventBridge gives it, and then kept.
    targets: [
      {
        id: 'function',
        arn: lambda.attrArn,
        ...(failures
          ? { deadLetterConfig: { arn: failures.attrArn } }
          : { retryPolicy: { maximumRetryAttempts: retries } }),
      },
    ],
  });
  new CfnPermission(stack, `${id}Permission`, {
    action: 'lambda:InvokeFunction',
    functionName: lambda.ref,
    principal: 'events.amazonaws.com',
    sourceArn: rule.attrArn,
  });
  new CfnEventInvokeConfig(stack, `${id}Retries`, {
    functionName: lambda.ref,
    qualifier: '$LATEST',
    maximumRetryAttempts: retries,
  });
}

/** With the pauses between them, changes are tried for some minutes before they are given up. */
const streamRetries = 10;

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html */
const mostRetries = 2;

function matchEndedExecutions({ names }: Deployment): object {
  return {
    source: ['aws.states'],
    'detail-type': ['Step Functions Execution Status Change'],
    detail: {
      status: ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'],
      stateMachineArn: [ownArn('states', `stateMachine:${names.extraction.stateMachine}`)],
    },
  };
}
