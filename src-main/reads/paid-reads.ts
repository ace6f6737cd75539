import type { PatternName } from '#shared/catalogue/catalogue.ts';
import { ok, type Failure, type Receipt, type Result } from '#shared/contract/result.ts';
import type { QueuePage } from '#shared/contract/review.ts';
import type { PageRead, StoredItem } from '../aws/dynamodb/reading.ts';

/** Sums the reads of one call into one receipt. */
export interface PaidReads {
  readonly paid: <T>(result: Result<T>) => Result<T>;
  /** Adds the receipt to the result, whether it succeeded or not. */
  readonly billed: <T>(result: Result<T>) => Result<T>;
}

/** `of` names the pattern and index that most of the cost belongs to, whichever was read first. */
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

/** Sums the reads of several queries into one receipt. */
export interface ReadsSoFar {
  /** Records the cost of a result, also of a failed one. */
  readonly paid: <T>(result: Result<T>) => Result<T>;
  readonly sum: () => { readonly calls: number; readonly rru: number };
  /** Returns undefined when nothing was paid for. */
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
        // The first read is the one that the call is about.
        pattern: first.pattern,
        index: first.index,
        pages: total('pages'),
        items: total('items'),
        rru: total('rru'),
        bytes: total('bytes'),
        // The reads ran in parallel, so the longest one counts.
        ms: Math.max(...receipts.map(({ ms }) => ms)),
        asOf: receipts.map(({ asOf }) => asOf).toSorted()[0] ?? first.asOf,
      };
    },
  };
}

interface EveryItem {
  readonly items: readonly StoredItem[];
  /** It is true when the list was read to its end. */
  readonly isAll: boolean;
  readonly throttled: number;
}

/** Reads page after page, up to a limit. */
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

/** Stands for all tenants when it is unknown which ones there are. */
export const everyTenant = '*';

/**
 * Says whether a failure affects everything and must be reported as such; a failure of one tenant leaves the
 * others.
 */
export function concernsAll({ code }: Failure): boolean {
  return stopping.has(code);
}

const stopping: ReadonlySet<Failure['code']> = new Set([
  'sign-in-expired',
  'aws-unreachable',
  // The places of this cursor belong to another sandbox or account.
  'cursor-refused',
  'unexpected',
]);

/** Keeps the cost of the reads made before a refusal. */
export function withReceipt(
  refusal: Extract<Result<never>, { readonly ok: false }>,
  receipt: Receipt | undefined,
): Extract<Result<never>, { readonly ok: false }> {
  return receipt === undefined ? refusal : { ...refusal, receipt };
}

/** The same sentence about a tenant is shown once. */
export function isFirstOfKind(said: readonly NotAsked[]) {
  return ({ tenantId, why }: NotAsked, index: number, all: readonly NotAsked[]): boolean =>
    !said.some((one) => one.tenantId === tenantId && one.why === why) &&
    all.findIndex((one) => one.tenantId === tenantId && one.why === why) === index;
}

export function explainUnreadBatch(batchId: string, why: string): string {
  return `The batch ${batchId} could not be read, so its documents are not in this list. ${why}`;
}
