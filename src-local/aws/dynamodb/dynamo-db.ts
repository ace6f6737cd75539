import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';

export function dynamoDb(world: World): JsonService {
  return jsonService({
    name: 'dynamodb',
    target: 'DynamoDB_20120810',
    jsonVersion: '1.0',
    engine: world,
    operations: [],
  });
}
