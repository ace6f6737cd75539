import { partitionOf } from '#shared/catalogue/iam/arns.ts';
import type { AccountPlace, AwsService } from './aws-place.ts';

/**
 * Where a connection has a service. Where the environment or the profile asks for FIPS or dual-stack addresses, the SDK
 * takes no address from us, and refuses by itself: only what somebody has named for this connection is what they want.
 */
export function addressFor(service: AwsService, region: string, endpoints: AccountPlace['endpoints']) {
  const named = endpoints[service];
  if (named === undefined) return { endpoint: awsAddress(service, region) };
  return { endpoint: named, ...asNamed };
}

/** An address that is taken as it stands, whatever the environment asks for. */
export const asNamed = { useFipsEndpoint: false, useDualstackEndpoint: false } as const;

/** Where AWS has a service in a region. https://docs.aws.amazon.com/general/latest/gr/rande.html */
export function awsAddress(service: AwsService, region: string): string {
  return `https://${hostWords[service]}.${region}.${suffixOf(region)}`;
}

const hostWords: Readonly<Record<AwsService, string>> = {
  dynamodb: 'dynamodb',
  sqs: 'sqs',
  sfn: 'states',
  cloudwatch: 'monitoring',
  s3: 's3',
  sts: 'sts',
};

/** Each partition has its own. https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html */
function suffixOf(region: string): string {
  return suffixes.get(partitionOf(region)) ?? 'amazonaws.com';
}

/** Of those that are not under AWS's usual name. */
const suffixes: ReadonlyMap<string, string> = new Map([
  ['aws-cn', 'amazonaws.com.cn'],
  ['aws-eusc', 'amazonaws.eu'],
  ['aws-iso', 'c2s.ic.gov'],
  ['aws-iso-b', 'sc2s.sgov.gov'],
  ['aws-iso-e', 'cloud.adc-e.uk'],
  ['aws-iso-f', 'csp.hci.ic.gov'],
]);
