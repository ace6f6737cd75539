import { AwsError } from '../../protocol/aws-error.ts';
import { required, string, structure } from '../../protocol/shapes.ts';
import { checkArn, checkName, formatActivityArn } from '../state-machines.ts';
import type { Engine } from '../step-functions-engine.ts';
import { arnShape, maxResults, nameShape, operation, takePage, pageToken, seconds } from './sfn-operation.ts';
import type { ActivityRecord } from '../execution-records.ts';
import { encryptionConfiguration } from './machine-settings.ts';
import { tags, withTags } from './resource-tags.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_CreateActivity.html */
export const createActivity = operation({
  name: 'CreateActivity',
  input: structure({ name: required(nameShape), tags, encryptionConfiguration }),
  run(engine, input) {
    checkName(input.name);
    if (input.encryptionConfiguration && input.encryptionConfiguration.type !== 'AWS_OWNED_KEY') {
      const message = 'Invalid Encryption Configuration: there are no keys here.';
      throw new AwsError('InvalidEncryptionConfiguration', message);
    }
    const itsArn = formatActivityArn(engine.world, input.name);
    // "If a following request has different tags values, Step Functions will ignore these differences."
    const activity = engine.activities.get(itsArn) ?? {
      arn: itsArn,
      name: input.name,
      creationDate: engine.world.clock.now(),
      tags: withTags([], input.tags ?? [], itsArn),
    };
    engine.activities.set(itsArn, activity);
    return { activityArn: itsArn, creationDate: seconds(activity.creationDate) };
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_DescribeActivity.html */
export const describeActivity = operation({
  name: 'DescribeActivity',
  input: structure({ activityArn: required(arnShape) }),
  run(engine, input) {
    const activity = findActivity(engine, input.activityArn);
    return { ...toListItem(activity), encryptionConfiguration: { type: 'AWS_OWNED_KEY' } };
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_DeleteActivity.html */
export const deleteActivity = operation({
  name: 'DeleteActivity',
  input: structure({ activityArn: required(arnShape) }),
  run(engine, input) {
    checkArn(input.activityArn, 'activity');
    engine.activities.delete(input.activityArn);
    engine.activityQueues.close(input.activityArn);
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ListActivities.html */
export const listActivities = operation({
  name: 'ListActivities',
  input: structure({ maxResults, nextToken: pageToken }),
  run(engine, input) {
    const all = [...engine.activities.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
    const now = engine.world.clock.now();
    const { items, nextToken } = takePage(all, input, {
      key: (item) => item.name,
      question: 'activities',
      now,
    });
    return { activities: items.map(toListItem), ...(nextToken !== undefined && { nextToken }) };
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_GetActivityTask.html */
export const getActivityTask = operation({
  name: 'GetActivityTask',
  input: structure({ activityArn: required(arnShape), workerName: string({ min: 1, max: 80 }) }),
  async run(engine, input, call) {
    findActivity(engine, input.activityArn);
    const task = await engine.activityQueues.poll(input.activityArn, input.workerName, call.signal);
    return task ?? {};
  },
});

function findActivity(engine: Engine, activity: string): ActivityRecord {
  checkArn(activity, 'activity');
  const known = engine.activities.get(activity);
  if (!known) throw new AwsError('ActivityDoesNotExist', `Activity Does Not Exist: '${activity}'`);
  return known;
}

function toListItem(activity: ActivityRecord): object {
  return {
    activityArn: activity.arn,
    name: activity.name,
    creationDate: seconds(activity.creationDate),
  };
}
