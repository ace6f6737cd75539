import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import type { TaskHandlers } from './task-handlers.ts';
export function stepFunctions(world: World, _handlers: TaskHandlers): JsonService {
  return jsonService({
    name: 'sfn',
    target: 'AWSStepFunctions',
    jsonVersion: '1.0',
    engine: world,
    operations: [],
  });
}
