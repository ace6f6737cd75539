export interface PolicyConnection {
  /** By the region, unless it is said. */
  readonly partition?: string | undefined;
  readonly region: string;
  /** Null for the sandbox, which is in none. */
  readonly accountId: string | null;
}

/** What AWS's own examples write where an account is meant. */
export const noAccount = '000000000000';

export function tableArn({ partition, region, accountId }: PolicyConnection, table: string): string {
  return `arn:${partition ?? partitionOf(region)}:dynamodb:${region}:${accountId ?? noAccount}:table/${table}`;
}

export function queueArn({ partition, region, accountId }: PolicyConnection, queue: string): string {
  return `arn:${partition ?? partitionOf(region)}:sqs:${region}:${accountId ?? noAccount}:${queue}`;
}

/**
 * DynamoDB's rule for names of tables and indexes. In a policy "*" and "?" would stand for other
 * people's tables, so a name that breaks the rule is never written into one.
 */
export function isResourceName(name: string): boolean {
  return /^[a-zA-Z0-9_.-]{3,255}$/.test(name);
}

const partitions: readonly (readonly [prefix: string, partition: string])[] = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['us-iso-', 'aws-iso'],
  ['us-isob-', 'aws-iso-b'],
  ['eu-isoe-', 'aws-iso-e'],
  ['us-isof-', 'aws-iso-f'],
  ['eusc-', 'aws-eusc'],
];

/** `aws`, unless the region is in another. */
export function partitionOf(region: string): string {
  return partitions.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'aws';
}

export function stateMachineArn(connection: PolicyConnection, name: string): string {
  return `${start(connection, 'states')}:stateMachine:${name}`;
}

/** All executions of a state machine. */
export function executionsArn(connection: PolicyConnection, name: string): string {
  return `${start(connection, 'states')}:execution:${name}:*`;
}

/** A bucket's name is the only one of its kind in a partition: neither region nor account stands in it. */
export function bucketArn({ partition, region }: PolicyConnection, name: string): string {
  return `arn:${partition ?? partitionOf(region)}:s3:::${name}`;
}

/** Every call of an API of API Gateway; null where its address does not say which that is: a domain of one's own. */
export function apiArn(connection: PolicyConnection, baseUrl: string): string | null {
  const [, hostname = ''] = /^https?:\/\/([^/:?#]+)/.exec(baseUrl) ?? [];
  const [, api, region = ''] =
    /^([a-z0-9]{1,32})\.execute-api\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(hostname) ?? [];
  return api === undefined ? null : `${start({ ...connection, region }, 'execute-api')}:${api}/*`;
}

/** In a policy "*" and "?" would stand for other people's queues and buckets: such a name is never written into one. */
export function isPlainName(name: string): boolean {
  return /^[\w.-]{1,255}$/.test(name);
}

function start({ partition, region, accountId }: PolicyConnection, service: string): string {
  return `arn:${partition ?? partitionOf(region)}:${service}:${region}:${accountId ?? noAccount}`;
}
