import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { pagedOptions, type Answer as OnePage } from '#renderer/contract/operation-options.ts';
import { describeCount } from '#renderer/ui/data-table/use-shown-rows.ts';
import { formatItemCount, formatRru } from '#renderer/ui/receipt-footer.tsx';
import type { Question, Reading, ReadItem } from '#shared/contract/explorer.ts';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import { messages } from '../messages.ts';

/** The answer to a question as far as it was read; empty before it was asked. */
export interface Answer {
  readonly state: 'not asked' | 'asking' | 'failed' | 'answered';
  readonly items: readonly ReadItem[];
  readonly reading: string | undefined;
  readonly asked: Reading['asked'] | undefined;
  /** The sum over all pages. */
  readonly receipt: Receipt | undefined;
  /** The next page will cost about as much as the last one did. */
  readonly lastRru: number | undefined;
  readonly throttled: number;
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly askingAgain: boolean;
  /** With items: the reason why the newest page, or asking again, failed. */
  readonly failure: Failure | undefined;
  /** True if a page after the first failed. */
  readonly pageFailed: boolean;
  readonly loadMore: () => void;
}

/** Asks only when Ask is pressed, because a question costs money. */
export function useAnswer(question: Question | null): Answer {
  const query = useInfiniteQuery({ ...answerOptions(question ?? noQuestion), enabled: false });
  const pages = query.data?.pages ?? noPages;
  const last = pages.at(-1);
  const receipts = pages.flatMap(({ receipt }) => receipt ?? []);
  return {
    state: toState(query.data !== undefined, query.isFetching, query.isError),
    items: collectItems(pages),
    reading: last?.value.reading,
    asked: pages[0]?.value.asked,
    receipt: addUpReceipts(receipts),
    lastRru: receipts.at(-1)?.rru,
    throttled: pages.reduce((sum, { value }) => sum + value.throttled, 0),
    more: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    askingAgain: query.isFetching && !query.isFetchingNextPage && query.data !== undefined,
    failure: query.error === null ? undefined : toFailure(query.error),
    pageFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
  };
}

/** Asking again reads only the first page, because each further page would cost as much as before. */
async function askQuestion(client: QueryClient, question: Question): Promise<void> {
  const options = answerOptions(question);
  const state = client.getQueryState(options.queryKey);
  // A pending next page of the last answer is cancelled, but a pending first page is awaited.
  if (state?.fetchStatus === 'fetching' && state.data !== undefined) {
    await client.cancelQueries({ queryKey: options.queryKey, exact: true });
  }
  // The query keeps the failure, and useAnswer returns it.
  await client.prefetchInfiniteQuery({ ...options, staleTime: 0, pages: 1 });
}

export function useAskQuestion(): (question: Question) => Promise<void> {
  const client = useQueryClient();
  return (question) => askQuestion(client, question);
}

const answersKeptMs = 30 * 60_000;

function answerOptions(question: Question) {
  return { ...pagedOptions('explorer.ask', question), gcTime: answersKeptMs };
}

function toState(hasData: boolean, isFetching: boolean, isError: boolean): Answer['state'] {
  if (hasData) return 'answered';
  if (isFetching) return 'asking';
  return isError ? 'failed' : 'not asked';
}

const known = new WeakMap<readonly OnePage<Reading>[], readonly ReadItem[]>();

/** Returns the same array for the same pages, so that the rows of a table stay the same between draws. */
function collectItems(pages: readonly OnePage<Reading>[]): readonly ReadItem[] {
  const before = known.get(pages);
  if (before !== undefined) return before;
  const items = pages.flatMap(({ value }) => value.items);
  known.set(pages, items);
  return items;
}

const noPages: readonly OnePage<Reading>[] = [];
const noQuestion: Question = { system: 'none', pattern: 'none', params: [{}] };

/** The note after the last row. The total is unknown until the last page has been read. */
export function describeListEnd(loaded: number, more: boolean, lastRru: number | undefined): string {
  if (!more) return loaded === 1 ? 'The only item' : `All ${describeCount(loaded)}`;
  const cost = lastRru === undefined ? '' : `, next page costs about ${formatRru(lastRru)}`;
  return `At least ${describeCount(loaded)}${cost}`;
}

/**
 * Announces an answer to screen readers. It is empty between two equal answers, or the second would not be
 * read.
 */
export function describeAnswer({
  state,
  items,
  more,
  receipt,
  loadingMore,
  askingAgain,
  failure,
}: Pick<Answer, 'state' | 'items' | 'more' | 'receipt' | 'loadingMore' | 'askingAgain' | 'failure'>): string {
  if (state !== 'answered' || failure !== undefined || loadingMore || askingAgain) return '';
  const count = items.length === 0 ? messages.answer.noItems : formatItemCount(items.length);
  const there = more ? `${count} so far` : count;
  return receipt === undefined ? there : `${there}, ${formatRru(receipt.rru)}`;
}

/** Adds up the receipts of all pages; the age is that of the oldest. */
export function addUpReceipts(receipts: readonly Receipt[]): Receipt | undefined {
  const [first, ...others] = receipts;
  if (first === undefined) return undefined;
  const sum = { ...first };
  for (const { pages, items, rru, bytes, ms, asOf } of others) {
    sum.pages += pages;
    sum.items += items;
    sum.rru += rru;
    sum.bytes += bytes;
    sum.ms += ms;
    if (asOf < sum.asOf) sum.asOf = asOf;
  }
  return sum;
}
