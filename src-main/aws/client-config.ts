import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { AwsCredentialIdentity } from '@smithy/types';
import { partitionOf } from '#shared/catalogue/iam/arns.ts';
import { namesByConvention, type PipelineNames } from '#shared/domain/pipeline-names.ts';
import { statusOf } from './aws-trouble.ts';
import { keptRefusal, whereRefusalsAre } from './middleware.ts';

type AwsService = 'dynamodb' | 'sqs' | 'sfn' | 'cloudwatch' | 's3' | 'sts';

/** One AWS as the SDK's clients reach it: the embedded one, or an account. */
export interface AwsPlace {
  readonly region: string;
  readonly accountId: string;
  readonly requestHandler: NonNullable<DynamoDBClientConfig['requestHandler']>;
  /** Left out: the embedded AWS, which has one address for all and no use for a signature. */
  readonly account?: AccountPlace;
  /** What the deployment calls its parts; left out, as the sandbox does. Empty: it has no such part. */
  readonly names?: PipelineNames;
}

export interface AccountPlace {
  /** Where a service is, if not where AWS has it. */
  readonly endpoints: Readonly<Partial<Record<AwsService, string | undefined>>>;
  readonly credentials: PlaceCredentials;
  /** The one that the connection signs in by: whatever else it says is meant for this connection, too. */
  readonly profile?: string | undefined;
  /** Told of each client that lives as long as the place does. */
  readonly opened?: (client: { destroy(): void }) => void;
}

/** One for all clients of a connection, so that there is one sign-in, one prompt and one expiry. */
export interface PlaceCredentials {
  readonly get: () => Promise<AwsCredentialIdentity>;
  /** Those that were used are refused as expired. True where there are others now. */
  readonly renew: (used: AwsCredentialIdentity) => Promise<boolean>;
}

export function namesAt({ names }: Pick<AwsPlace, 'names'>): PipelineNames {
  return names ?? namesByConvention('sandbox');
}

/**
 * How each of the SDK's clients reaches its AWS. One attempt a call: whoever reads counts the attempts itself, and
 * what changes something is never repeated by a client. The address is always ours to say, never a queue's.
 */
export function clientConfig(place: AwsPlace, service: AwsService) {
  const { region, requestHandler, accountId, account } = place;
  const common = { region, requestHandler, maxAttempts: 1, logger: silence };
  if (account === undefined) {
    return {
      ...common,
      // A name that is never resolved: were the handler missing, nothing would leave this machine.
      endpoint: 'http://sandbox.invalid',
      ...asNamed,
      credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox', accountId },
    };
  }
  const { credentials, endpoints, profile } = account;
  // Marked so, the SDK keeps none of its own: each client's copy would outlive what was renewed.
  const provider = Object.assign(async (): Promise<AwsCredentialIdentity> => credentials.get(), {
    memoized: true,
  });
  return {
    ...common,
    ...addressFor(service, region, endpoints),
    ...(profile !== undefined && { profile }),
    credentials: provider,
  };
}

/** The SDK copies each input and output for its logger's `info`, a third of the time of a page, unless it has none. */
const silence = { debug() {}, warn() {}, error() {}, trace() {} } as unknown as NonNullable<
  DynamoDBClientConfig['logger']
>;

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
const asNamed = { useFipsEndpoint: false, useDualstackEndpoint: false } as const;

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

interface HasStack {
  readonly middlewareStack: object;
  destroy(): void;
}

/** Each service's stack has types of its own, and these fit all of them. */
interface Stack {
  add(middleware: unknown, options: object): void;
}

/** A client of an account asks for other keys where AWS says that these have expired; the sandbox's has none to renew. */
export function withRenewal<Client extends HasStack>(client: Client, { account }: AwsPlace): Client {
  const stack = client.middlewareStack as Stack;
  stack.add(keptRefusal, whereRefusalsAre);
  if (account !== undefined) {
    stack.add(renewsWhenExpired(account.credentials), whereRenewalIs);
    account.opened?.(client);
  }
  return client;
}

/**
 * Keys may be refused before their time: taken back, or by a clock that is off. The request, which was refused whole,
 * is made once more with others, if there are any. The SDK by itself would go on with the same.
 */
export function renewsWhenExpired({ get, renew }: PlaceCredentials) {
  return <Args, Output>(next: (args: Args) => Promise<Output>) =>
    async (args: Args): Promise<Output> => {
      const used = await get();
      try {
        return await next(args);
      } catch (error) {
        if (!isRefusedAsExpired(error)) throw error;
        if (!(await renew(used))) throw error;
        return next(args);
      }
    };
}

/** By the service itself, before it did anything: what has got no answer, or was never signed, is not made again. */
function isRefusedAsExpired(error: unknown): boolean {
  if (!(error instanceof Error) || !refusals.has(error.name)) return false;
  const status = statusOf(error) ?? 0;
  return status >= 400 && status < 500;
}

const refusals: ReadonlySet<string> = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'UnrecognizedClientException',
]);

const whereRenewalIs = {
  step: 'initialize',
  name: 'renewsWhenExpired',
  priority: 'low',
  override: true,
} as const;
