import { createHash, createHmac } from 'node:crypto';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { AwsCredentialIdentity } from '@smithy/types';
import { findAwsPartition } from '#shared/catalogue/iam/arns.ts';
import { namesByConvention, type PipelineNames } from '#shared/domain/pipeline-names.ts';
import { makeSdkHashes } from '#shared/sdk-hashes.ts';
import { captureRefusal, readStatus, whereRefusalsAre } from './middleware.ts';

type AwsService = 'dynamodb' | 'sqs' | 'sfn' | 'cloudwatch' | 's3' | 'sts' | 'lambda' | 'ce';

/** Describes one AWS for the SDK's clients: the embedded one, or an account. */
export interface AwsPlace {
  readonly region: string;
  readonly accountId: string;
  readonly requestHandler: NonNullable<DynamoDBClientConfig['requestHandler']>;
  /** It is left out for the embedded AWS, which has a single address and needs no signature. */
  readonly account?: AccountPlace;
  /**
   * These are the names of the deployment's parts; without them the sandbox's names apply. An empty name means that
   * there is no such part.
   */
  readonly names?: PipelineNames;
}

export interface AccountPlace {
  /** These are the addresses of services that are not at AWS's own. */
  readonly endpoints: Readonly<Partial<Record<AwsService, string | undefined>>>;
  readonly credentials: PlaceCredentials;
  /** This is the profile that the connection signs in with; its other settings apply to this connection, too. */
  readonly profile?: string | undefined;
  /** It is called with each client that lives as long as the place does. */
  readonly opened?: (client: { destroy(): void }) => void;
}

/** All clients of a connection share one, so that there is one sign-in, one prompt and one expiry. */
export interface PlaceCredentials {
  readonly get: () => Promise<AwsCredentialIdentity>;
  /** It is called when the used keys were refused as expired. Returns true when there are new ones. */
  readonly renew: (used: AwsCredentialIdentity) => Promise<boolean>;
}

export function namesAt({ names }: Pick<AwsPlace, 'names'>): PipelineNames {
  return names ?? namesByConvention('sandbox');
}

/**
 * Configures each of the SDK's clients for its AWS. Each call is one attempt: readers count their attempts
 * themselves, and a client never repeats a change. We always set the address, never a queue's URL.
 */
export function clientConfig(place: AwsPlace, service: AwsService) {
  const { region, requestHandler, accountId, account } = place;
  const common = {
    region,
    requestHandler,
    maxAttempts: 1,
    // A wrong clock is told to the person, because the console's own times would stay wrong (decision 028).
    disableClockSkewCorrection: true,
    logger: silence,
    ...sdkHashes,
  };
  if (account === undefined) {
    return {
      ...common,
      // This name never resolves: if the handler were missing, nothing would leave this machine.
      endpoint: 'http://sandbox.invalid',
      ...asNamed,
      credentials: { accessKeyId: 'sandbox', secretAccessKey: 'sandbox', accountId },
    };
  }
  const { credentials, endpoints, profile } = account;
  // The SDK keeps no copy of a provider that is marked as memoized; each client's copy would outlive a renewal.
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

/**
 * Without these functions the SDK copies each input and output for its logger's `info`, which takes a third of the
 * time of a page.
 */
const silence = { debug() {}, warn() {}, error() {}, trace() {} } as unknown as NonNullable<
  DynamoDBClientConfig['logger']
>;

/**
 * Returns a connection's address for a service. Where the environment or the profile asks for FIPS or dual-stack
 * addresses, the SDK refuses an address from us, and only an address that is named for this connection is used as
 * it stands.
 */
export function addressFor(service: AwsService, region: string, endpoints: AccountPlace['endpoints']) {
  const named = endpoints[service];
  if (named === undefined) return { endpoint: awsAddress(service, region) };
  return { endpoint: named, ...asNamed };
}

export const sdkHashes = makeSdkHashes({ createHash, createHmac });

/** An address with these settings is used as it stands, whatever the environment asks for. */
const asNamed = { useFipsEndpoint: false, useDualstackEndpoint: false } as const;

/** Returns AWS's own address of a service in a region. https://docs.aws.amazon.com/general/latest/gr/rande.html */
export function awsAddress(service: AwsService, region: string): string {
  return `https://${hostWords[service]}.${region}.${getDnsSuffix(region)}`;
}

const hostWords: Readonly<Record<AwsService, string>> = {
  dynamodb: 'dynamodb',
  sqs: 'sqs',
  sfn: 'states',
  cloudwatch: 'monitoring',
  s3: 's3',
  sts: 'sts',
  lambda: 'lambda',
  ce: 'ce',
};

/**
 * Each partition has its own suffix.
 * https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html
 */
function getDnsSuffix(region: string): string {
  return suffixes.get(findAwsPartition(region)) ?? 'amazonaws.com';
}

/** The list holds the partitions that do not use AWS's usual domain. */
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

/** Each service's stack has its own types, and this type fits all of them. */
interface Stack {
  add(middleware: unknown, options: object): void;
}

/**
 * A client of an account asks for new keys when AWS reports that these have expired; the sandbox has none to renew.
 */
export function withRenewal<Client extends HasStack>(client: Client, { account }: AwsPlace): Client {
  const stack = client.middlewareStack as Stack;
  stack.add(captureRefusal, whereRefusalsAre);
  if (account !== undefined) {
    stack.add(renewsWhenExpired(account.credentials), whereRenewalIs);
    account.opened?.(client);
  }
  return client;
}

/**
 * Keys may be refused early, because they were revoked or a clock is wrong. The request was refused whole, so it is
 * made again with new keys, if there are any. The SDK would otherwise retry with the same keys.
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

/**
 * The service itself must have refused before doing anything: an unanswered or unsigned request is not repeated.
 */
function isRefusedAsExpired(error: unknown): boolean {
  if (!(error instanceof Error) || !refusals.has(error.name)) return false;
  const status = readStatus(error) ?? 0;
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
