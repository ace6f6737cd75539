import { queuesByConvention } from '#main/aws/queue-places.ts';
import type { PolicyStatement } from '#shared/catalogue/iam/policy-document.ts';
import { queueArn, type PolicyConnection } from '#shared/catalogue/iam/table-arn.ts';
import type { Role } from '#shared/contract/define.ts';

interface QueueRequest {
  readonly connection: PolicyConnection;
  /** By which the queues are called; undefined where the connection has none. */
  readonly stage: string | undefined;
  readonly role: Role;
  readonly tenant: string | null;
}

interface Statements {
  readonly statements: readonly PolicyStatement[];
  readonly notes: readonly string[];
}

/** What the console calls of SQS for dead letters, and of CloudWatch for them and for Monitor: looking, sampling and changing each by itself. */
export function queueStatements({ connection, stage, role, tenant }: QueueRequest): Statements {
  if (role === 'reviewer') return without('no screen of a reviewer shows a queue');
  if (tenant !== null) return without('a queue holds the messages of all tenants');
  if (stage === undefined) return without('the connection has no stage to call its queues by');
  const queues = queuesByConvention(stage);
  const letters = queues.map(({ name }) => queueArn(connection, name));
  const sources = queues.map(({ source }) => queueArn(connection, source));
  return {
    statements: [
      allow('LookAtDeadLetters', looksAtLetters, letters),
      allow('LookAtTheirSources', looksAtSources, sources),
      // Neither takes the name of a queue or of a metric.
      allow('WatchQueues', readsOfCloudWatch, ['*']),
      allow('SampleDeadLetters', ['sqs:ReceiveMessage', 'sqs:ChangeMessageVisibility'], letters),
      ...(role === 'admin'
        ? [
            allow('ChangeDeadLetters', changesLetters, letters),
            allow('RedriveToSources', ['sqs:SendMessage'], sources),
          ]
        : []),
      {
        Sid: 'NeverPurgeOrChangeQueues',
        Effect: 'Deny',
        Action: never,
        Resource: [...letters, ...sources].toSorted(),
      },
    ],
    notes: [
      'Of SQS it has what Dead letters needs, and of CloudWatch what that and Monitor need. Queues under a KMS key of your own need kms:Decrypt, and kms:GenerateDataKey to be sent to.',
      ...(role === 'admin' ? [] : [listedWithout]),
    ],
  };
}

const looksAtLetters = [
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:ListDeadLetterSourceQueues',
  'sqs:ListMessageMoveTasks',
];
const readsOfCloudWatch = [
  'cloudwatch:DescribeAlarmHistory',
  'cloudwatch:DescribeAlarms',
  'cloudwatch:GetMetricData',
];
const looksAtSources = ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl'];
const changesLetters = ['sqs:CancelMessageMoveTask', 'sqs:DeleteMessage', 'sqs:StartMessageMoveTask'];
/** Purging has no undo, and how a queue is set up is the deployment's. */
const never = [
  'sqs:AddPermission',
  'sqs:CreateQueue',
  'sqs:DeleteQueue',
  'sqs:PurgeQueue',
  'sqs:RemovePermission',
  'sqs:SetQueueAttributes',
];

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html */
const listedWithout =
  "AWS's reference asks for sqs:DeleteMessage to list the move tasks of a queue. This role does not have it: where AWS refuses the list, the console says so and shows the rest.";

function allow(Sid: string, Action: readonly string[], Resource: readonly string[]): PolicyStatement {
  return { Sid, Effect: 'Allow', Action, Resource: Resource.toSorted() };
}

function without(why: string): Statements {
  return { statements: [], notes: [`Dead letters are left out: ${why}.`] };
}
