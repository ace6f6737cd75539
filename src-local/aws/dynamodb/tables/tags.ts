import { invalid } from '../storage/primary-key.ts';
import type { Tag } from './table-record.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Tagging.html */
const mostTags = 50;

export function refuseTooManyTags(tags: readonly Tag[]): void {
  if (tags.length > mostTags) throw invalid(`Too many tags: a resource has at most ${mostTags}`);
  const keys = new Set(tags.map(({ Key }) => Key));
  if (keys.size < tags.length) throw invalid('Duplicate tag keys are not allowed');
}

/** Later tags replace earlier ones of the same key. */
export function tagged(tags: readonly Tag[], more: readonly Tag[]): Tag[] {
  const merged = new Map([...tags, ...more].map((tag) => [tag.Key, tag]));
  return [...merged.values()];
}
