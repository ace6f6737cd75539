import { DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import {
  DescribeTableCommand,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { GetBucketTaggingCommand, ListBucketsCommand } from '@aws-sdk/client-s3';
import { ListStateMachinesCommand, ListTagsForResourceCommand } from '@aws-sdk/client-sfn';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  ListQueueTagsCommand,
} from '@aws-sdk/client-sqs';
import { findAwsPartition } from '#shared/catalogue/iam/arns.ts';
import type { discoveryLimits } from '#shared/domain/discovery.ts';
import { openAsking, type Asked, type AskingParts, type CheckedService } from '../check/asking.ts';
import type { DiscoveryClients } from './discovery-clients.ts';

export interface Listed<T> {
  readonly found: readonly T[];
  /** False when the budget ended before the list, or a page was not answered. */
  readonly isAll: boolean;
}

export interface AlarmSeen {
  readonly name: string;
  /** Names that its metric is about, such as that of a queue. */
  readonly about: readonly string[];
}

export interface QueueSeen {
  readonly name: string;
  readonly url: string;
}

export interface MachineSeen {
  readonly name: string;
  readonly arn: string;
}

export interface BucketSeen {
  readonly name: string;
  readonly region: string | null;
}

export interface AccountLists {
  readonly tables: Listed<string>;
  readonly queues: Listed<QueueSeen>;
  readonly machines: Listed<MachineSeen>;
  readonly buckets: Listed<BucketSeen>;
  readonly functions: Listed<string>;
  readonly alarms: Listed<AlarmSeen>;
}

/** Says whether a resource is there; `denied` means that it may not be asked. */
export type Seen<T> =
  | { readonly is: 'there'; readonly value: T }
  | { readonly is: 'missing' | 'denied' | 'unknown' };

export interface AccountReader {
  lists(): Promise<AccountLists>;
  table(name: string): Promise<Seen<TableDescription>>;
  /** Finds a queue by its name, which works where listing is denied. */
  queue(name: string): Promise<Seen<QueueSeen>>;
  /** Returns the name of the queue that failed messages go to, or null without one. */
  redriveTarget(queue: QueueSeen): Promise<Seen<string | null>>;
  /** Returns the tags of a table, queue, state machine or bucket. */
  tags(of: Tagged): Promise<Seen<ReadonlyMap<string, string>>>;
  /** Actions that were denied, each once. */
  readonly denied: () => readonly string[];
  /** Sentences about services that could not be asked. */
  readonly troubles: () => readonly string[];
  /** Calls that were made, by service and operation, such as "SQS: ListQueues". */
  readonly calls: () => ReadonlyMap<string, number>;
}

export type Tagged =
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'queue'; readonly queue: QueueSeen }
  | { readonly kind: 'machine'; readonly machine: MachineSeen }
  | { readonly kind: 'bucket'; readonly name: string };

interface Parts {
  readonly clients: DiscoveryClients;
  readonly place: { readonly region: string; readonly accountId: string };
  readonly limits: typeof discoveryLimits;
  readonly asking: AskingParts;
}

/** Reads the names and settings of an account, one call at a time for each budget. No call reads data. */
export function readAccount({ clients, place, limits, asking }: Parts): AccountReader {
  const { ask } = openAsking(asking).begin();
  const denied = new Set<string>();
  const troubles = new Set<string>();
  const calls = new Map<string, number>();

  async function call<T>(
    service: CheckedService,
    action: string,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<Asked<T>> {
    const asked = await ask(service, (signal) => {
      const name = `${service}: ${action.slice(action.indexOf(':') + 1)}`;
      calls.set(name, (calls.get(name) ?? 0) + 1);
      return send(signal);
    });
    if (asked.ok) return asked;
    const { state, name, why } = asked.refusal;
    // A bucket without tags answers with an error.
    if (name === 'NoSuchTagSet') return asked;
    if (state === 'denied') denied.add(action);
    else if (state === 'not-checked')
      troubles.add(why.replace('The check ran', 'The search ran').replace('this was', 'not everything was'));
    else if (state === 'failed') troubles.add(`${service} could not be asked for everything: ${why}`);
    return asked;
  }

  /** Follows the pages of a list as far as the budget goes. */
  async function pages<Page, T>(
    service: CheckedService,
    action: string,
    send: (token: string | undefined, signal: AbortSignal) => Promise<Page>,
    read: (page: Page) => { readonly found: readonly T[]; readonly next: string | undefined },
  ): Promise<Listed<T>> {
    const found: T[] = [];
    let token: string | undefined;
    for (let page = 0; page < limits.pages; page += 1) {
      const from = token;
      const asked = await call(service, action, (signal) => send(from, signal));
      if (!asked.ok) return { found, isAll: false };
      const read1 = read(asked.value);
      found.push(...read1.found);
      if (read1.next === undefined || read1.next === '') return { found, isAll: true };
      token = read1.next;
    }
    return { found, isAll: false };
  }

  return {
    async lists() {
      const [tables, queues, machines, buckets, functions, alarms] = await Promise.all([
        pages(
          'DynamoDB',
          'dynamodb:ListTables',
          (token, abortSignal) =>
            clients.dynamodb.send(new ListTablesCommand({ Limit: 100, ExclusiveStartTableName: token }), {
              abortSignal,
            }),
          ({ TableNames = [], LastEvaluatedTableName: next }) => ({ found: TableNames, next }),
        ),
        pages(
          'SQS',
          'sqs:ListQueues',
          (token, abortSignal) =>
            clients.sqs.send(new ListQueuesCommand({ MaxResults: 1_000, NextToken: token }), { abortSignal }),
          ({ QueueUrls = [], NextToken: next }) => ({
            found: QueueUrls.map((url) => ({ url, name: lastPart(url) })),
            next,
          }),
        ),
        pages(
          'Step Functions',
          'states:ListStateMachines',
          (token, abortSignal) =>
            clients.sfn.send(new ListStateMachinesCommand({ maxResults: 1_000, nextToken: token }), {
              abortSignal,
            }),
          ({ stateMachines = [], nextToken: next }) => ({
            found: stateMachines.map(({ name = '', stateMachineArn: arn = '' }) => ({ name, arn })),
            next,
          }),
        ),
        // S3 tells the region of each bucket only where it is asked for pages.
        pages(
          'S3',
          's3:ListAllMyBuckets',
          (token, abortSignal) =>
            clients.s3.send(new ListBucketsCommand({ MaxBuckets: 1_000, ContinuationToken: token }), {
              abortSignal,
            }),
          ({ Buckets = [], ContinuationToken: next }) => ({
            found: Buckets.map(({ Name: name = '', BucketRegion: region = null }) => ({ name, region })),
            next,
          }),
        ),
        pages(
          'Lambda',
          'lambda:ListFunctions',
          (token, abortSignal) =>
            clients.lambda.send(new ListFunctionsCommand({ Marker: token }), { abortSignal }),
          ({ Functions = [], NextMarker: next }) => ({
            found: Functions.map(({ FunctionName = '' }) => FunctionName),
            next,
          }),
        ),
        pages(
          'CloudWatch',
          'cloudwatch:DescribeAlarms',
          (token, abortSignal) =>
            clients.cloudwatch.send(new DescribeAlarmsCommand({ MaxRecords: 100, NextToken: token }), {
              abortSignal,
            }),
          ({ MetricAlarms = [], NextToken: next }) => ({
            found: MetricAlarms.map(({ AlarmName: name = '', Dimensions = [], Metrics = [] }) => ({
              name,
              about: [
                ...Dimensions,
                ...Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric?.Dimensions ?? []),
              ].flatMap(({ Value }) => (Value === undefined ? [] : [lastPart(Value)])),
            })),
            next,
          }),
        ),
      ]);
      return { tables, queues, machines, buckets, functions, alarms };
    },

    async table(TableName) {
      const asked = await call('DynamoDB', 'dynamodb:DescribeTable', (abortSignal) =>
        clients.dynamodb.send(new DescribeTableCommand({ TableName }), { abortSignal }),
      );
      return seen(asked, ({ Table }) => Table);
    },

    async queue(name) {
      const asked = await call('SQS', 'sqs:GetQueueUrl', (abortSignal) =>
        clients.sqs.send(new GetQueueUrlCommand({ QueueName: name }), { abortSignal }),
      );
      return seen(asked, ({ QueueUrl }) => (QueueUrl === undefined ? undefined : { name, url: QueueUrl }));
    },

    async redriveTarget({ url }) {
      const asked = await call('SQS', 'sqs:GetQueueAttributes', (abortSignal) =>
        clients.sqs.send(
          new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['RedrivePolicy'] }),
          { abortSignal },
        ),
      );
      return seen(asked, ({ Attributes }) => readRedriveTarget(Attributes?.['RedrivePolicy']));
    },

    tags: (of) => readTags(of),
    denied: () => [...denied].toSorted(),
    troubles: () => [...troubles],
    calls: () => calls,
  };

  async function readTags(of: Tagged): Promise<Seen<ReadonlyMap<string, string>>> {
    switch (of.kind) {
      case 'table': {
        const ResourceArn = `arn:${findAwsPartition(place.region)}:dynamodb:${place.region}:${place.accountId}:table/${of.name}`;
        const asked = await call('DynamoDB', 'dynamodb:ListTagsOfResource', (abortSignal) =>
          clients.dynamodb.send(new ListTagsOfResourceCommand({ ResourceArn }), { abortSignal }),
        );
        return seen(asked, ({ Tags = [] }) => toMap(Tags));
      }
      case 'queue': {
        const asked = await call('SQS', 'sqs:ListQueueTags', (abortSignal) =>
          clients.sqs.send(new ListQueueTagsCommand({ QueueUrl: of.queue.url }), { abortSignal }),
        );
        return seen(asked, ({ Tags = {} }) => new Map(Object.entries(Tags)));
      }
      case 'machine': {
        const asked = await call('Step Functions', 'states:ListTagsForResource', (abortSignal) =>
          clients.sfn.send(new ListTagsForResourceCommand({ resourceArn: of.machine.arn }), { abortSignal }),
        );
        return seen(asked, ({ tags = [] }) =>
          toMap(tags.map(({ key, value }) => ({ Key: key, Value: value }))),
        );
      }
      default: {
        const asked = await call('S3', 's3:GetBucketTagging', (abortSignal) =>
          clients.s3.send(new GetBucketTaggingCommand({ Bucket: of.name }), { abortSignal }),
        );
        return seen(asked, ({ TagSet = [] }) => toMap(TagSet));
      }
    }
  }
}

type Tags = readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[];

function toMap(tags: Tags): ReadonlyMap<string, string> {
  return new Map(tags.map(({ Key = '', Value = '' }) => [Key, Value]));
}

function seen<Answer, T>(asked: Asked<Answer>, read: (answer: Answer) => T | undefined): Seen<T> {
  if (asked.ok) {
    const value = read(asked.value);
    return value === undefined ? { is: 'unknown' } : { is: 'there', value };
  }
  const { state } = asked.refusal;
  return { is: state === 'denied' || state === 'missing' ? state : 'unknown' };
}

function readRedriveTarget(policy: string | undefined): string | null {
  if (policy === undefined) return null;
  const target = /"deadLetterTargetArn"\s*:\s*"([^"]+)"/.exec(policy)?.[1];
  return target === undefined ? null : lastPart(target);
}

/** Returns the name at the end of a URL or an ARN. */
export function lastPart(address: string): string {
  return address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf(':')) + 1);
}
