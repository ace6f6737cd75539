import { standsStillAfter } from './download-limits.ts';
import type { FileItem } from './items/item-shapes.ts';

export function fileIdOf(entity: string, date: string): string {
  return `${entity}-${date}`;
}

/** It waits or is fetched, and does so for too long. */
export function standsStill({ Status, StatusUpdatedAt }: FileItem, now: number): boolean {
  return (Status === 'available' || Status === 'downloading') && now - StatusUpdatedAt > standsStillAfter;
}

/** Its time is over; DynamoDB has not deleted it yet. */
export function isPastItsTime({ TTL }: FileItem, now: number): boolean {
  return TTL * 1000 <= now;
}

export function hasFailed({ Status }: FileItem): boolean {
  return Status === 'failed' || Status === 'error';
}
