import { AwsError } from '../../protocol/aws-error.ts';
import { list, string, structure } from '../../protocol/shapes.ts';
import type { Tag } from '../records.ts';

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
