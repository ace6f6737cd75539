import type { World } from '../../world/world.ts';
import { bindOperation } from '../protocol/operation.ts';
import type { MoveTasks } from './move-tasks.ts';
import type { Queues } from './queues.ts';

export interface SqsEngine {
  readonly world: World;
  readonly queues: Queues;
  readonly tasks: MoveTasks;
}

export const operation = bindOperation<SqsEngine>();
