import type { World } from '../../world/world.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import {
  deleteRule,
  describeRule,
  disableRule,
  enableRule,
  listRules,
  listTagsForResource,
  listTargetsByRule,
  putRule,
  putTargets,
  removeTargets,
  tagResource,
  untagResource,
} from './rule-operations.ts';
import { Rules } from './rules.ts';

/**
 * Amazon EventBridge: the rules of the default bus, by schedule or for executions that have ended, with functions as
 * targets. https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Operations.html
 */
export function eventBridge(world: World): JsonService {
  const rules = new Rules(world);
  rules.resume();
  return jsonService({
    name: 'events',
    target: 'AWSEvents',
    jsonVersion: '1.1',
    engine: { world, rules },
    operations: [
      putRule,
      enableRule,
      disableRule,
      describeRule,
      listRules,
      deleteRule,
      putTargets,
      listTargetsByRule,
      removeTargets,
      tagResource,
      untagResource,
      listTagsForResource,
    ],
  });
}
