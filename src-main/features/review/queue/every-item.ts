import { ok, type Result } from '#shared/contract/result.ts';
import type { PageRead, StoredItem } from '../../../aws/reading.ts';

export interface EveryItem {
  readonly items: readonly StoredItem[];
  /** Whether it was read to its end. */
  readonly isAll: boolean;
  readonly throttled: number;
}

/** Page after page, so many at most. */
export async function everyItem(
  read: (cursor: string | undefined) => Promise<Result<PageRead>>,
  mostPages: number,
): Promise<Result<EveryItem>> {
  const items: StoredItem[] = [];
  let throttled = 0;
  let cursor: string | null | undefined;
  for (let page = 0; page < mostPages && cursor !== null; page += 1) {
    const answer = await read(cursor);
    if (!answer.ok) return answer;
    items.push(...answer.value.items);
    throttled += answer.value.throttled;
    cursor = answer.value.cursor;
  }
  return ok({ items, isAll: cursor === null, throttled });
}
