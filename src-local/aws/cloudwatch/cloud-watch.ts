import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';

export function cloudWatch(world: World): JsonService {
  return jsonService({
    name: 'cloudwatch',
    target: 'GraniteServiceVersion20100801',
    jsonVersion: '1.0',
    engine: world,
    operations: [],
  });
}
