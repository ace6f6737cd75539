import { noAccount, partitionOf, type PolicyConnection } from './table-arn.ts';

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
