import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';

export function sqs(world: World): JsonService {
  return jsonService({ name: 'sqs', target: 'AmazonSQS', jsonVersion: '1.0', engine: world, operations: [] });
}
