import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { AwsCredentialIdentity } from '@smithy/types';
import { namesByConvention, type PipelineNames } from '#shared/domain/pipeline-names.ts';

export type AwsService = 'dynamodb' | 'sqs' | 'sfn' | 'cloudwatch' | 's3' | 'sts';

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
