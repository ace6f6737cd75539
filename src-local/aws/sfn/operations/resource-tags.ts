import { AwsError } from '../../protocol/aws-error.ts';
import { list, required, string, structure } from '../../protocol/shapes.ts';
import type { MachineRecord, Tag } from '../execution-records.ts';
import type { Engine } from '../step-functions-engine.ts';
import { arnShape, operation } from './sfn-operation.ts';

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_Tag.html */
export const tags = list(structure({ key: string({ min: 1, max: 128 }), value: string({ max: 256 }) }));

/** https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const mostTags = 50;

export function withTags(
  old: readonly Tag[],
  more: readonly { key?: string; value?: string }[],
  resourceName: string,
): Tag[] {
  const all = new Map(old.map(({ key, value }) => [key, value]));
  for (const { key, value } of more) if (key !== undefined) all.set(key, value ?? '');
  if (all.size > mostTags) {
    const message = `Too many tags: ${resourceName} may have ${mostTags}`;
    throw new AwsError('TooManyTags', message, { fields: { resourceName } });
  }
  return [...all].map(([key, value]) => ({ key, value }));
}

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_TagResource.html */
export const tagResource = operation({
  name: 'TagResource',
  input: structure({ resourceArn: required(arnShape), tags: required(tags) }),
  run(engine, input) {
    const { resource, keep } = find(engine, input.resourceArn);
    resource.tags = withTags(resource.tags, input.tags, input.resourceArn);
    keep();
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_UntagResource.html */
export const untagResource = operation({
  name: 'UntagResource',
  input: structure({
    resourceArn: required(arnShape),
    tagKeys: required(list(string({ min: 1, max: 128 }))),
  }),
  run(engine, input) {
    const { resource, keep } = find(engine, input.resourceArn);
    resource.tags = resource.tags.filter(({ key }) => !input.tagKeys.includes(key));
    keep();
  },
});

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_ListTagsForResource.html */
export const listTagsForResource = operation({
  name: 'ListTagsForResource',
  input: structure({ resourceArn: required(arnShape) }),
  run: (engine, input) => ({ tags: find(engine, input.resourceArn).resource.tags }),
});

function find(engine: Engine, resourceArn: string): { resource: MachineRecord; keep: () => void } {
  const resource = engine.machines.get(resourceArn) ?? refuse(resourceArn);
  return { resource, keep: () => engine.machines.set(resourceArn, resource) };
}

function refuse(resourceArn: string): never {
  if (!resourceArn.startsWith('arn:')) {
    throw new AwsError('InvalidArn', `Invalid Arn: 'Invalid ARN prefix: ${resourceArn}'`);
  }
  throw new AwsError('ResourceNotFound', `Resource not found: '${resourceArn}'`, {
    fields: { resourceName: resourceArn },
  });
}
