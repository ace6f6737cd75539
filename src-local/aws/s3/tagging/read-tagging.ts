import { malformedXml } from '../protocol/refusals.ts';
import { membersOf, readXml } from '../protocol/xml-read.ts';
import type { Tag } from '../records.ts';
import { tagsOf } from './tag-set.ts';

export function readTagging(bytes: Uint8Array, limit: number): Tag[] {
  const sets = membersOf(readXml(bytes, 'Tagging'), ['TagSet']).get('TagSet') ?? [];
  const [tagSet] = sets;
  if (!tagSet || sets.length > 1) throw malformedXml();
  return tagsOf(tagSet, limit);
}
