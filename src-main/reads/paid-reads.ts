import type { PatternName } from '#shared/catalogue/catalogue.ts';
import { ok, type Failure, type Receipt, type Result } from '#shared/contract/result.ts';
import type { QueuePage } from '#shared/contract/review.ts';
import type { PageRead, StoredItem } from '../aws/dynamodb/reading.ts';

/** What one call has read, as one bill. */
export interface PaidReads {
  readonly paid: <T>(result: Result<T>) => Result<T>;
  /** With the bill, whether it went well or not. */
  readonly billed: <T>(result: Result<T>) => Result<T>;
}

/** `of`: what nearly all of it is spent on, whatever was asked first. */
export function paidReads(
  of: { readonly pattern: PatternName; readonly index: string },
  now: () => number,
): PaidReads {
  const reads = readsSoFar();
  const begun = now();
  const bill = (): { readonly receipt?: Receipt } => {
    const sum = reads.receipt();
    return sum === undefined ? {} : { receipt: { ...sum, ...of, ms: Math.max(sum.ms, now() - begun) } };
  };
  return { paid: reads.paid, billed: (result) => ({ ...result, ...bill() }) };
}

/** Adds up what several questions have read, as one bill. */
export interface ReadsSoFar {
  /** Notes down what it cost, also where it failed. */
  readonly paid: <T>(result: Result<T>) => Result<T>;
  readonly sum: () => { readonly calls: number; readonly rru: number };
  /** Undefined where nothing was paid for. */
  readonly receipt: () => Receipt | undefined;
}

export function readsSoFar(): ReadsSoFar {
  const receipts: Receipt[] = [];
  const total = (of: 'pages' | 'items' | 'rru' | 'bytes'): number =>
    receipts.reduce((sum, receipt) => sum + receipt[of], 0);
  return {
    paid(result) {
      if (result.receipt !== undefined) receipts.push(result.receipt);
      return result;
    },
    sum: () => ({ calls: total('pages'), rru: total('rru') }),
    receipt() {
      const [first] = receipts;
      if (first === undefined) return undefined;
      return {
        // What a plan is about is asked first.
        pattern: first.pattern,
        index: first.index,
        pages: total('pages'),
        items: total('items'),
        rru: total('rru'),
        bytes: total('bytes'),
        // They were asked beside each other.
        ms: Math.max(...receipts.map(({ ms }) => ms)),
        asOf: receipts.map(({ asOf }) => asOf).toSorted()[0] ?? first.asOf,
      };
    },
  };
}

interface EveryItem {
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

export type NotAsked = QueuePage['notAsked'][number];

/** Stands for all of them where it is not known which there are. */
export const everyTenant = '*';

/** What stands in the way of everything is told as a failure; what concerns one tenant leaves the others. */
export function concernsAll({ code }: Failure): boolean {
  return stopping.has(code);
}

const stopping: ReadonlySet<Failure['code']> = new Set([
  'sign-in-expired',
  'aws-unreachable',
  // Its places are of another world than this one.
  'cursor-refused',
  'unexpected',
]);

/** What was refused in the end was paid for until then. */
export function withReceipt(
  refusal: Extract<Result<never>, { readonly ok: false }>,
  receipt: Receipt | undefined,
): Extract<Result<never>, { readonly ok: false }> {
  return receipt === undefined ? refusal : { ...refusal, receipt };
}
