import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readsOnly } from './reads-only.ts';
import { withRenewal } from './with-renewal.ts';
import type { AwsPlace } from './aws-place.ts';
import { clientConfig } from './client-config.ts';

/** The SDK's own client of one AWS. */
export function dynamoDbClient(place: AwsPlace): DynamoDBClient {
  return readsOnly(withRenewal(new DynamoDBClient(clientConfig(place, 'dynamodb')), place));
}
