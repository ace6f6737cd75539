import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { allowedTargets, whereTargetsAre } from './allowed-targets.ts';

/** The client refuses by itself whatever is not one of the three reads (decision 002). */
export function readsOnly(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    allowedTargets(allowed, 'The console reads DynamoDB by GetItem, Query and BatchGetItem'),
    whereTargetsAre,
  );
  return client;
}

const allowed: ReadonlySet<string> = new Set(
  ['GetItem', 'Query', 'BatchGetItem'].map((operation) => `DynamoDB_20120810.${operation}`),
);
