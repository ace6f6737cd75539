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
