import { AwsError } from '../../protocol/aws-error.ts';
import { invalidArgument } from '../protocol/refusals.ts';
import { queryOf } from '../protocol/s3-request.ts';
import { membersOf, requiredTextOf, type XmlElement } from '../protocol/xml-read.ts';
import { elementOf, textElement } from '../protocol/xml-write.ts';
import type { Tag } from '../records.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html */
export const objectTagLimit = 10;
export const bucketTagLimit = 50;

/** The `Tag` elements of a `TagSet`, checked. */
export function tagsOf(tagSet: XmlElement, limit: number): Tag[] {
  const tags = (membersOf(tagSet, ['Tag']).get('Tag') ?? []).map((element) => {
    const tag = membersOf(element, ['Key', 'Value']);
    return { key: requiredTextOf(tag, 'Key'), value: requiredTextOf(tag, 'Value') };
  });
  return checkedTags(tags, limit);
}

/** `x-amz-tagging`: tags as in a query. */
export function tagsOfHeader(header: string, limit: number): Tag[] {
  const names = header.split('&').filter((pair) => pair !== '');
  const tags = [...queryOf(header)].map(([key, value]) => ({ key, value }));
  if (names.length !== tags.length) {
    const message =
      'The header x-amz-tagging shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates.';
    throw invalidArgument(message, 'x-amz-tagging', header);
  }
  return checkedTags(tags, limit);
}

export function tagSetElement(tags: readonly Tag[]): string {
  const elements = tags.map(({ key, value }) =>
    elementOf('Tag', textElement('Key', key), textElement('Value', value)),
  );
  return elementOf('TagSet', ...elements);
}

function checkedTags(tags: Tag[], limit: number): Tag[] {
  if (tags.length > limit) {
    const kind = limit === objectTagLimit ? 'Object' : 'Bucket';
    throw new AwsError('BadRequest', `${kind} tags cannot be greater than ${limit}`);
  }
  const keys = new Set<string>();
  for (const { key, value } of tags) {
    const refusal = invalidKey(key) ?? invalidValue(value);
    if (refusal) throw new AwsError('InvalidTag', refusal, { fields: { TagKey: key } });
    if (keys.has(key)) {
      const message = 'Cannot provide multiple Tags with the same key';
      throw new AwsError('InvalidTag', message, { fields: { TagKey: key } });
    }
    keys.add(key);
  }
  return tags;
}

const allowed = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

function invalidKey(key: string): string | undefined {
  if (key.toLowerCase().startsWith('aws:')) return 'System tags cannot be added/updated by requester';
  const isGood = key.length >= 1 && key.length <= 128 && allowed.test(key);
  return isGood ? undefined : 'The TagKey you have provided is invalid';
}

function invalidValue(value: string): string | undefined {
  const isGood = value.length <= 256 && allowed.test(value);
  return isGood ? undefined : 'The TagValue you have provided is invalid';
}
