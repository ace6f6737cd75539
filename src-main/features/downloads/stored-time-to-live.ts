import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { TimeToLive } from '#shared/contract/downloads/downloads.ts';
import { timeToLiveOf } from '#shared/domain/downloads/time-to-live.ts';
import type { AttributeReading } from '../rows/read-attributes.ts';

/** DynamoDB goes by a Number alone and passes over all else without a word. */
export function storedTimeToLive(attributes: Attributes, read: AttributeReading, now: number): TimeToLive {
  const value = findDeclared(attributes, 'TTL');
  if (value !== undefined && 'N' in value) return timeToLiveOf(value.N, now);
  if (value !== undefined) read.note('TTL', 'expected a number of seconds since 1970, found something else');
  return timeToLiveOf(undefined, now);
}
