import type { Role } from '../../contract/define.ts';
import {
  apiArn,
  bucketArn,
  childExecutionsArn,
  executionsArn,
  mapRunsArn,
  isPlainName,
  queueArn,
  stateMachineArn,
  type PolicyConnection,
} from './arns.ts';
import { literal, type PolicyStatement } from './policy-statements.ts';

/** The kind of resource that an action applies to. */
export type NeededOn =
  | 'letters'
  | 'sources'
  | 'runs'
  | 'mapRuns'
  | 'children'
  | 'machine'
  | 'files'
  | 'bucket'
  | 'anything'
  | 'bill'
  | 'api';

/** A permission that the console needs from AWS in addition to reading tables, with the roles that need it. */
interface ConsoleNeed {
  readonly sid: string;
  readonly on: NeededOn;
  readonly actions: readonly string[];
  readonly roles: readonly Role[];
  /** The action changes messages or executions, or is paid for, so it is never tried out to see if it is allowed. */
  readonly acts: boolean;
}

/**
 * These are the roles of the contract's operations on dead letters: the first may look at them, the second may change
 * them.
 */
const desk: readonly Role[] = ['support', 'admin'];
const admin: readonly Role[] = ['admin'];

/** The complete list. A role's policy, "Check connection" and the tests of both are made from it. */
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
    // None of these actions accepts the name of a queue or of a metric.
    sid: 'WatchQueues',
    on: 'anything',
    actions: ['cloudwatch:DescribeAlarmHistory', 'cloudwatch:DescribeAlarms', 'cloudwatch:GetMetricData'],
    roles: desk,
    acts: false,
  },
  {
    // Cost Explorer knows no resources, and takes a cent for each question.
    sid: 'CompareWithTheBill',
    on: 'bill',
    actions: ['ce:GetCostAndUsage'],
    roles: admin,
    acts: true,
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
    actions: ['states:DescribeExecution', 'states:GetExecutionHistory', 'states:ListMapRuns'],
    roles: desk,
    acts: false,
  },
  {
    sid: 'ReadMapRuns',
    on: 'mapRuns',
    actions: ['states:DescribeMapRun', 'states:ListExecutions'],
    roles: desk,
    acts: false,
  },
  {
    sid: 'ReadChildRuns',
    on: 'children',
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
    // Without it S3 answers "denied" for a file that does not exist.
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

/**
 * The names that a connection gives to everything except tables. A name is empty if the connection has no such part.
 */
export interface ConsoleParts {
  readonly extraction: Readonly<
    Record<
      | 'documentQueue'
      | 'documentDeadLetterQueue'
      | 'webhookQueue'
      | 'webhookDeadLetterQueue'
      | 'stateMachine'
      | 'documentsBucket',
      string
    >
  >;
  readonly downloads: Readonly<Record<'fileQueue' | 'fileDeadLetterQueue', string>>;
  /** The pipeline API's address if it accepts AWS signatures; null if it takes another sign-in or does not exist. */
  readonly signedApi: string | null;
}

/** The ARNs that an action applies to on this connection, or the reason why there are none. */
type PlacesOfNeed =
  | { readonly ok: true; readonly resources: readonly string[] }
  | { readonly ok: false; readonly why: string | null };

function listResources(
  { on }: Pick<ConsoleNeed, 'on'>,
  { extraction, downloads, signedApi }: ConsoleParts,
  connection: PolicyConnection,
  tenant: string | null,
): PlacesOfNeed {
  const { documentsBucket: bucket, stateMachine } = extraction;
  const untied = tenant === null ? undefined : notTied[on];
  if (untied !== undefined) return { ok: false, why: untied };
  switch (on) {
    case 'letters':
      return queues(
        connection,
        extraction.documentDeadLetterQueue,
        extraction.webhookDeadLetterQueue,
        downloads.fileDeadLetterQueue,
      );
    case 'sources':
      return queues(connection, extraction.documentQueue, extraction.webhookQueue, downloads.fileQueue);
    case 'anything':
    case 'bill':
      return { ok: true, resources: ['*'] };
    case 'machine':
      return named([stateMachine], noMachine, (name) => [stateMachineArn(connection, name)]);
    case 'runs':
      return named([stateMachine], noMachine, (name) => [executionsArn(connection, name)]);
    case 'mapRuns':
      return named([stateMachine], noMachine, (name) => [mapRunsArn(connection, name)]);
    case 'children':
      return named([stateMachine], noMachine, (name) => [childExecutionsArn(connection, name)]);
    case 'bucket':
      return named([bucket], noBucket, (name) => [bucketArn(connection, name)]);
    case 'files':
      return named([bucket], noBucket, (name) => listFilePatterns(bucketArn(connection, name), tenant));
    default:
      return api(connection, signedApi);
  }
}

/** Covers the files that customers upload, and the results that the readers write for them. */
function listFilePatterns(bucket: string, tenant: string | null): readonly string[] {
  const folder = tenant === null ? '' : `${literal(tenant)}/`;
  return [`${bucket}/documents/${folder}*`, `${bucket}/results/${folder}*`];
}

function queues(connection: PolicyConnection, ...names: readonly string[]): PlacesOfNeed {
  return named(names, noQueues, (name) => [queueArn(connection, name)]);
}

function named(
  names: readonly string[],
  without: string,
  resourcesOf: (name: string) => readonly string[],
): PlacesOfNeed {
  const there = names.filter((name) => name !== '' && isPlainName(name));
  if (there.length === 0) return { ok: false, why: without };
  return { ok: true, resources: there.flatMap(resourcesOf).toSorted() };
}

function api(connection: PolicyConnection, signedApi: string | null): PlacesOfNeed {
  if (signedApi === null) return { ok: false, why: null };
  const arn = apiArn(connection, signedApi);
  return arn === null ? { ok: false, why: ownDomain } : { ok: true, resources: [arn] };
}

const notTied: Readonly<Partial<Record<NeededOn, string>>> = {
  letters: 'Dead letters are left out: a queue holds the messages of all tenants.',
  sources: 'Dead letters are left out: a queue holds the messages of all tenants.',
  anything: 'Alarms and metrics are left out: they cover all tenants.',
  bill: 'The bill is left out: Cost Explorer answers for the whole account, and not for a tenant.',
  machine: 'Executions are left out: an execution name does not show the tenant of its batch.',
  runs: 'Executions are left out: an execution name does not show the tenant of its batch.',
  mapRuns: 'Executions are left out: an execution name does not show the tenant of its batch.',
  children: 'Executions are left out: an execution name does not show the tenant of its batch.',
  bucket: 'To list the bucket is left out: a missing file reads as one that is denied.',
};

const noQueues =
  'Dead letters are left out: the connection has no stage to call its queues by, and does not name them.';
const noMachine =
  'Executions are left out: the connection has no stage to call its state machine by, and does not name it.';
const noBucket =
  'Files are left out: the connection has no stage to call its bucket by, and does not name it.';
const ownDomain =
  'The pipeline API is left out: its address does not say which API of API Gateway it is. Add execute-api:Invoke on that one.';

interface Request {
  readonly connection: PolicyConnection;
  readonly parts: ConsoleParts;
  readonly role: Role;
  readonly tenant: string | null;
}

interface Statements {
  readonly statements: readonly PolicyStatement[];
  readonly notes: readonly string[];
}

/** Lists what a role may do in AWS apart from its tables, and what is denied even if another policy allows it. */
export function consoleStatements({ connection, parts, role, tenant }: Request): Statements {
  const notes = new Set<string>(role === 'reviewer' ? [reviewersWithout] : []);
  const touched = new Map<NeededOn, readonly string[]>();
  const allowed = consoleNeeds.flatMap((need): readonly AllowedNeed[] => {
    const { on } = need;
    if (!need.roles.includes(role)) return [];
    const places = listResources({ on }, parts, connection, tenant);
    if (!places.ok) {
      if (places.why !== null) notes.add(places.why);
      return [];
    }
    touched.set(on, places.resources);
    return [{ ...need, resources: places.resources }];
  });
  if (touched.has('letters') && role !== 'admin') notes.add(listedWithout);
  return { statements: [...mergeNeeds(allowed), ...never(touched)], notes: [...notes] };
}

type AllowedNeed = ConsoleNeed & { readonly resources: readonly string[] };

/** Needs of the same resources share a statement, because IAM counts each character. */
function mergeNeeds(allowed: readonly AllowedNeed[]): readonly PolicyStatement[] {
  const groups = new Map<string, [AllowedNeed, ...AllowedNeed[]]>();
  for (const need of allowed) {
    const key = JSON.stringify(need.resources);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [need]);
    else group.push(need);
  }
  return [...groups.values()].map((group) => {
    const [{ sid, on, resources }] = group;
    return {
      Sid: group.length === 1 ? sid : (mergedSids[on] ?? sid),
      Effect: 'Allow',
      Action: [...new Set(group.flatMap(({ actions }) => actions))].toSorted(),
      Resource: resources,
    };
  });
}

const mergedSids: Readonly<Partial<Record<NeededOn, string>>> = {
  letters: 'UseDeadLetters',
  sources: 'UseTheirSources',
  runs: 'UseRuns',
  anything: 'WatchQueuesAndTheBill',
};

function never(touched: ReadonlyMap<NeededOn, readonly string[]>): readonly PolicyStatement[] {
  const at = (...places: readonly NeededOn[]): readonly string[] =>
    places.flatMap((place) => touched.get(place) ?? []).toSorted();
  return [
    deny('NeverPurgeOrChangeQueues', neverOfQueues, at('letters', 'sources')),
    deny('NeverStartOrChangeMachines', neverOfMachines, at('machine')),
    deny('NeverWriteFiles', neverOfFiles, at('files')),
  ].filter(({ Resource }) => Resource.length > 0);
}

function deny(Sid: string, Action: readonly string[], Resource: readonly string[]): PolicyStatement {
  return { Sid, Effect: 'Deny', Action, Resource };
}

/** A purge cannot be undone, and how a queue is set up is up to the deployment. */
const neverOfQueues = [
  'sqs:*Permission',
  'sqs:CreateQueue',
  'sqs:DeleteQueue',
  'sqs:PurgeQueue',
  'sqs:SetQueueAttributes',
];
/** Runs start through the pipeline API, which knows whether they may. */
const neverOfMachines = ['states:DeleteStateMachine', 'states:Start*', 'states:UpdateStateMachine'];
const neverOfFiles = ['s3:DeleteObject*', 's3:PutObject*'];

const reviewersWithout =
  'Queues, executions, alarms and metrics are left out for this role: no screen of a reviewer shows them.';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html */
const listedWithout =
  "AWS's reference asks for sqs:DeleteMessage to list the move tasks of a queue. This role does not have it: where AWS refuses the list, the console says so and shows the rest.";
