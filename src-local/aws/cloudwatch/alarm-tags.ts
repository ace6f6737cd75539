import { list, required, string, structure } from '../protocol/shapes.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { Alarm } from './alarm.ts';
import { operation, type CloudWatchEngine } from './cloud-watch-engine.ts';
import { validationError } from './cloud-watch-errors.ts';

const mostTags = 50;

export const tagsShape = list(
  structure({
    Key: required(string({ min: 1, max: 128 })),
    Value: required(string({ max: 256 })),
  }),
  { max: mostTags },
);

const arnShape = required(string({ min: 1, max: 1_024 }));

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_TagResource.html */
export const tagResource = operation({
  name: 'TagResource',
  input: structure({ ResourceARN: arnShape, Tags: required(tagsShape) }),
  run({ alarms }, { ResourceARN, Tags }) {
    const alarm = findTaggedAlarm(alarms, ResourceARN);
    const tags = new Map(alarm.tags);
    for (const { Key, Value } of Tags) tags.set(Key, Value);
    if (tags.size > mostTags) throw validationError(`A resource can have no more than ${mostTags} tags.`);
    alarms.tag(alarm, [...tags]);
  },
});

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_UntagResource.html */
export const untagResource = operation({
  name: 'UntagResource',
  input: structure({ ResourceARN: arnShape, TagKeys: required(list(string({ min: 1, max: 128 }))) }),
  run({ alarms }, { ResourceARN, TagKeys }) {
    const alarm = findTaggedAlarm(alarms, ResourceARN);
    alarms.tag(
      alarm,
      alarm.tags.filter(([key]) => !TagKeys.includes(key)),
    );
  },
});

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_ListTagsForResource.html */
export const listTagsForResource = operation({
  name: 'ListTagsForResource',
  input: structure({ ResourceARN: arnShape }),
  run: ({ alarms }, { ResourceARN }) => ({
    Tags: findTaggedAlarm(alarms, ResourceARN).tags.map(([Key, Value]) => ({ Key, Value })),
  }),
});

function findTaggedAlarm(alarms: CloudWatchEngine['alarms'], arn: string): Alarm {
  const alarm = alarms.byArn(arn);
  if (alarm) return alarm;
  throw new AwsError('ResourceNotFoundException', `The resource ${arn} does not exist.`, {
    status: 404,
    queryCode: 'ResourceNotFoundException',
    fields: { ResourceType: 'cloudwatch:alarm', ResourceId: arn },
  });
}
