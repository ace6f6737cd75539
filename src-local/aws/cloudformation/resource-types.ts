import type { ResourceType } from './resource-type.ts';
import { alarmTypes } from './types/alarm-types.ts';
import { bucketTypes } from './types/bucket-types.ts';
import { functionTypes } from './types/function-types.ts';
import { queueTypes } from './types/queue-types.ts';
import { recordedTypes } from './types/recorded-types.ts';
import { ruleTypes } from './types/rule-types.ts';
import { stateMachineTypes } from './types/state-machine-types.ts';
import { tableTypes } from './types/table-types.ts';

/** The types of resources that a template may have. Any other is refused by its name. */
export const resourceTypes: Readonly<Record<string, ResourceType>> = {
  ...tableTypes,
  ...queueTypes,
  ...bucketTypes,
  ...stateMachineTypes,
  ...alarmTypes,
  ...functionTypes,
  ...ruleTypes,
  ...recordedTypes,
};
