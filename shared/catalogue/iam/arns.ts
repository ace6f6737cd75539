export interface PolicyConnection {
  /** The partition follows from the region unless it is given. */
  readonly partition?: string | undefined;
  readonly region: string;
  /** The account is null for the sandbox, which has none. */
  readonly accountId: string | null;
}

/** AWS's own examples use this account number as a placeholder. */
export const noAccount = '000000000000';

export function tableArn({ partition, region, accountId }: PolicyConnection, table: string): string {
  return `arn:${partition ?? findAwsPartition(region)}:dynamodb:${region}:${accountId ?? noAccount}:table/${table}`;
}

export function queueArn({ partition, region, accountId }: PolicyConnection, queue: string): string {
  return `arn:${partition ?? findAwsPartition(region)}:sqs:${region}:${accountId ?? noAccount}:${queue}`;
}

/**
 * Follows DynamoDB's rule for names of tables and indexes. In a policy "*" and "?" would match other tables, so a name
 * that breaks the rule is never written into one.
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

/** Returns `aws` unless the region belongs to another partition. */
export function findAwsPartition(region: string): string {
  return partitions.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'aws';
}

export function stateMachineArn(connection: PolicyConnection, name: string): string {
  return `${start(connection, 'states')}:stateMachine:${name}`;
}

/** Matches all executions of a state machine. */
export function executionsArn(connection: PolicyConnection, name: string): string {
  return `${start(connection, 'states')}:execution:${name}:*`;
}

/** Matches all child executions of a state machine's Map Runs: their ARNs have the label of the Map behind its name. */
export function childExecutionsArn(connection: PolicyConnection, name: string): string {
  return `${start(connection, 'states')}:execution:${name}/*`;
}

/** Matches all Map Runs of a state machine: their ARNs have the label of the Map behind its name. */
export function mapRunsArn(connection: PolicyConnection, name: string): string {
  return `${start(connection, 'states')}:mapRun:${name}/*`;
}

/** A bucket's name is unique in its partition, so its ARN has neither region nor account. */
export function bucketArn({ partition, region }: PolicyConnection, name: string): string {
  return `arn:${partition ?? findAwsPartition(region)}:s3:::${name}`;
}

/**
 * Matches every call of an API Gateway API. Returns null if the address is a custom domain, which does not reveal the
 * API.
 */
export function apiArn(connection: PolicyConnection, baseUrl: string): string | null {
  const [, hostname = ''] = /^https?:\/\/([^/:?#]+)/.exec(baseUrl) ?? [];
  const [, api, region = ''] =
    /^([a-z0-9]{1,32})\.execute-api\.([a-z0-9-]+)\.amazonaws\.(?:com(?:\.cn)?|eu)$/.exec(hostname) ?? [];
  return api === undefined ? null : `${start({ ...connection, region }, 'execute-api')}:${api}/*`;
}

/** In a policy "*" and "?" would match other queues and buckets, so such a name is never written into one. */
export function isPlainName(name: string): boolean {
  return /^[\w.-]{1,255}$/.test(name);
}

function start({ partition, region, accountId }: PolicyConnection, service: string): string {
  return `arn:${partition ?? findAwsPartition(region)}:${service}:${region}:${accountId ?? noAccount}`;
}
