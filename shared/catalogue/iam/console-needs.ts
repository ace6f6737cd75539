import type { Role } from '../../contract/define.ts';

/** What an action is done to. */
export type NeededOn = 'letters' | 'sources' | 'runs' | 'machine' | 'files' | 'bucket' | 'anything' | 'api';

/** Beside the reads of tables, what the console asks of AWS: for whose work, and what for. */
export interface ConsoleNeed {
  readonly sid: string;
  readonly on: NeededOn;
  readonly actions: readonly string[];
  readonly roles: readonly Role[];
  /** Whether it does something to messages or executions: such a thing is never tried to see if it is allowed. */
  readonly acts: boolean;
}

/** As the contract's operations have them: who looks at dead letters, and who changes them. */
const desk: readonly Role[] = ['support', 'admin'];
const admin: readonly Role[] = ['admin'];

/** All of it: a role's policy, "Check connection" and the tests of both go by this list. */
export const consoleNeeds: readonly ConsoleNeed[] = [
  {
    sid: 'LookAtDeadLetters',
    on: 'letters',
    actions: [
      'sqs:GetQueueAttributes',
      'sqs:GetQueueUrl',
      'sqs:ListDeadLetterSourceQueues',
      'sqs:ListMessageMoveTasks',
    ],
    roles: desk,
    acts: false,
  },
  {
    sid: 'LookAtTheirSources',
    on: 'sources',
    actions: ['sqs:GetQueueAttributes', 'sqs:GetQueueUrl'],
    roles: desk,
    acts: false,
  },
  {
    // None of them takes the name of a queue or of a metric.
    sid: 'WatchQueues',
    on: 'anything',
    actions: ['cloudwatch:DescribeAlarmHistory', 'cloudwatch:DescribeAlarms', 'cloudwatch:GetMetricData'],
    roles: desk,
    acts: false,
  },
  {
    sid: 'SampleDeadLetters',
    on: 'letters',
    actions: ['sqs:ReceiveMessage', 'sqs:ChangeMessageVisibility'],
    roles: desk,
    acts: true,
  },
  {
    sid: 'ChangeDeadLetters',
    on: 'letters',
    actions: ['sqs:CancelMessageMoveTask', 'sqs:DeleteMessage', 'sqs:StartMessageMoveTask'],
    roles: admin,
    acts: true,
  },
  { sid: 'RedriveToSources', on: 'sources', actions: ['sqs:SendMessage'], roles: admin, acts: true },
  {
    sid: 'DescribeWorkflow',
    on: 'machine',
    actions: ['states:DescribeStateMachine'],
    roles: desk,
    acts: false,
  },
  {
    sid: 'ReadRuns',
    on: 'runs',
    actions: ['states:DescribeExecution', 'states:GetExecutionHistory'],
    roles: desk,
    acts: false,
  },
  {
    sid: 'ChangeRuns',
    on: 'runs',
    actions: ['states:RedriveExecution', 'states:StopExecution'],
    roles: desk,
    acts: true,
  },
  {
    sid: 'ReadFiles',
    on: 'files',
    actions: ['s3:GetObject'],
    roles: ['support', 'reviewer', 'admin'],
    acts: false,
  },
  {
    // Without it S3 answers "denied" for a file that is not there.
    sid: 'TellMissingFiles',
    on: 'bucket',
    actions: ['s3:ListBucket'],
    roles: ['support', 'reviewer', 'admin'],
    acts: false,
  },
  {
    sid: 'CallPipelines',
    on: 'api',
    actions: ['execute-api:Invoke'],
    roles: ['support', 'reviewer', 'admin'],
    acts: false,
  },
];
