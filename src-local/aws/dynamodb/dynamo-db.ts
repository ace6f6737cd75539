import type { World } from '../../world/world.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import { Engine } from './engine.ts';
import { itemOperations } from './operations/item-operations.ts';
import { tableOperations } from './operations/table-operations.ts';
import { countThrottled } from './throttled.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB.html */
export function dynamoDb(world: World): JsonService {
  const service = jsonService({
    name: 'dynamodb',
    target: 'DynamoDB_20120810',
    jsonVersion: '1.0',
    engine: new Engine(world),
    operations: [...tableOperations, ...itemOperations],
  });
  return {
    ...service,
    throttled: (operation, input) => countThrottled(world, operation, input),
    async run(name, input, call) {
      try {
        return await service.run(name, input, call);
      } catch (error) {
        if (error instanceof AwsError) countUserError(world, error);
        throw error;
      }
    },
  };
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html#UserErrors */
function countUserError({ metrics, clock }: World, { name, status }: AwsError): void {
  if (status !== 400 || notTheUser.has(name)) return;
  metrics.record({
    namespace: 'AWS/DynamoDB',
    name: 'UserErrors',
    dimensions: {},
    unit: 'Count',
    value: 1,
    time: clock.now(),
  });
}

const notTheUser = new Set([
  'ConditionalCheckFailedException',
  'ProvisionedThroughputExceededException',
  'TransactionCanceledException',
]);
