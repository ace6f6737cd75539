import { Fn, RemovalPolicy, type App, type Stack } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { deadLetterDays, documentReceives, webhookReceives } from '../../shared/domain/pipeline-limits.ts';
import { nameAttentionFailures } from '../../shared/domain/pipeline-names.ts';
import { nameExecutionEndedFailures } from '../../src-pipelines/alarms.ts';
import { visibilitySeconds } from '../../src-pipelines/extraction/ingest-files.ts';
import { stateMachineDefinition } from '../../src-pipelines/extraction/state-machine.ts';
import {
  acknowledge,
  createStack,
  exportValue,
  importValue,
  logDays,
  type Deployment,
} from '../deployment.ts';
import { acknowledgeWildcard, toPolicy, trustService } from '../grants.ts';
import { definePipelineFunction } from '../pipeline-function.ts';
import { defineFailureQueue, defineQueue } from '../queues.ts';
import { acknowledgeMapRuns, allowStates } from '../state-machine-role.ts';
import { defineGuardrailVersion } from './guardrail.ts';

/** The state machine and its functions, the queues before and after it, and what runs by the clock. */
export function defineProcessing(app: App, deployment: Deployment): Stack {
  const stack = createStack(app, deployment, 'processing', 'Processes batches of documents.');
  const { extraction } = deployment.names;
  const documentQueue = defineQueue(stack, 'DocumentQueue', {
    name: extraction.documentQueue,
    deadLetters: extraction.documentDeadLetterQueue,
    deadLetterDays,
    receives: documentReceives,
    visibilitySeconds,
    fromBucket: extraction.documentsBucket,
  });
  const webhookQueue = defineQueue(stack, 'WebhookQueue', {
    name: extraction.webhookQueue,
    deadLetters: extraction.webhookDeadLetterQueue,
    deadLetterDays,
    receives: webhookReceives,
    visibilitySeconds,
  });
  exportValue(stack, 'DocumentQueueArn', documentQueue.attrArn, 'S3 tells this queue of files that arrive.');

  definePipelineFunction(stack, deployment, 'listDocuments');
  definePipelineFunction(stack, deployment, 'processDocument', {
    environment: describeReaders(stack, deployment),
  });
  definePipelineFunction(stack, deployment, 'markDocumentFailed');
  definePipelineFunction(stack, deployment, 'finaliseBatch');
  defineStateMachine(stack, deployment);

  definePipelineFunction(stack, deployment, 'ingestFiles', { queue: documentQueue });
  definePipelineFunction(stack, deployment, 'deliverWebhook', { queue: webhookQueue });
  definePipelineFunction(stack, deployment, 'executionEnded', {
    failures: defineFailureQueue(
      stack,
      'ExecutionEndedFailures',
      nameExecutionEndedFailures(deployment.names),
      deployment.own.functions.executionEnded,
    ),
  });
  definePipelineFunction(stack, deployment, 'keepAttention', {
    stream: {
      arn: importValue(deployment, 'database', 'TableStreamArn'),
      failures: defineFailureQueue(stack, 'AttentionFailures', nameAttentionFailures(deployment.names)),
    },
  });
  definePipelineFunction(stack, deployment, 'sweepStatusIndex');
  definePipelineFunction(stack, deployment, 'submitScheduledBatches');
  return stack;
}

/** Without a stand-in, the readers are Textract and Bedrock of this region. */
function describeReaders(stack: Stack, deployment: Deployment): Readonly<Record<string, string>> {
  const { modelId, standInReaders } = deployment.settings;
  return {
    MODEL_ID: modelId,
    GUARDRAIL_ID: importValue(deployment, 'guardrail', 'GuardrailId'),
    GUARDRAIL_VERSION: defineGuardrailVersion(stack, deployment).attrVersion,
    // Every client of the SDK goes by these.
    ...(standInReaders !== undefined && {
      AWS_ENDPOINT_URL_TEXTRACT: standInReaders,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: standInReaders,
    }),
  };
}

/**
 * The name is by the convention, and so is the ARN that the roles of functions have for it. It is not exported: it names
 * functions whose roles name it, and the stacks of storage and of the API would have to wait for each other. Nothing but
 * `shared/domain/pipeline-names.ts` keeps the two the same.
 */
function defineStateMachine(stack: Stack, deployment: Deployment): void {
  const { names } = deployment;
  const name = names.extraction.stateMachine;
  const definition = stateMachineDefinition(names, webhookQueueUrl);
  const calls = allowStates(deployment, definition);
  const logs = new CfnLogGroup(stack, 'StateMachineLogs', {
    // Step Functions lists the groups with this prefix in a policy of its own, which has little room.
    logGroupName: `/aws/vendedlogs/states/${name}`,
    retentionInDays: logDays,
  });
  logs.applyRemovalPolicy(RemovalPolicy.DESTROY);
  const role = new CfnRole(stack, 'StateMachineRole', {
    description: `Allows ${name} what its states call, and Step Functions what it does for it.`,
    assumeRolePolicyDocument: trustService('states.amazonaws.com'),
    policies: [
      { policyName: 'states', policyDocument: toPolicy(calls) },
      {
        policyName: 'step-functions',
        policyDocument: toPolicy([{ Effect: 'Allow', Action: deliversLogsAndTraces, Resource: '*' }]),
      },
    ],
  });
  acknowledgeMapRuns(role, calls);
  acknowledgeWildcard(role, '*', 'Deliveries of logs, and traces, have no ARNs.');
  const machine = new CfnStateMachine(stack, 'StateMachine', {
    stateMachineName: name,
    stateMachineType: 'STANDARD',
    definitionString: Fn.sub(toTemplateText(definition)),
    roleArn: role.attrArn,
    tracingConfiguration: { enabled: true },
    loggingConfiguration: {
      level: 'ERROR',
      includeExecutionData: false,
      destinations: [{ cloudWatchLogsLogGroup: { logGroupArn: logs.attrArn } }],
    },
  });
  acknowledge(machine, {
    SF1: 'An execution keeps all of its events for 90 days, where the console reads them. The log has its errors.',
  });
}

/** Stands for the address of the queue in a definition, until CloudFormation knows it. */
const webhookQueueUrl = 'url:WebhookQueue';

/** Also in China and for governments, where the ARNs of integrations name another partition. */
function toTemplateText(definition: string): string {
  return definition
    .replaceAll(webhookQueueUrl, '${WebhookQueue}')
    .replaceAll('"arn:aws:states:::', '"arn:${AWS::Partition}:states:::');
}

/**
 * https://docs.aws.amazon.com/step-functions/latest/dg/cw-logs.html#cloudwatch-iam-policy,
 * https://docs.aws.amazon.com/step-functions/latest/dg/concepts-xray-tracing.html
 */
const deliversLogsAndTraces = [
  'logs:CreateLogDelivery',
  'logs:GetLogDelivery',
  'logs:UpdateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:DescribeResourcePolicies',
  'logs:DescribeLogGroups',
  'xray:PutTraceSegments',
  'xray:PutTelemetryRecords',
  'xray:GetSamplingRules',
  'xray:GetSamplingTargets',
];
