import type { Sample } from '#shared/contract/dead-letters.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import { usdFor } from '#shared/pricing/price-names.ts';
import { messages } from '../messages.ts';

/** The choices of how many more messages to receive. */
export const sampleSizes = [10, 100, 1_000, 10_000] as const;

/** The choices of how many seconds to hold messages. SQS hides a message for at most twelve hours. */
export const holdTimes = [60, 300, 900, 3_600, 43_200] as const;

export const usualSize = 10;
export const usualHold = 300;

/** One command receives at most this many, so that there is progress to show and a point to stop at. */
export const atOnce = 500;

/** "1 min", "12 h" */
export function formatHoldTime(seconds: number): string {
  return seconds < 3_600 ? `${grouped(seconds / 60)} min` : `${grouped(seconds / 3_600)} h`;
}

/** "3 calls, less than $0.0001": one receive returns at most ten messages. */
export function formatReceiveCost(calls: number, isFifo: boolean): string {
  const usd = usdFor(getBookInUse(), isFifo ? 'sqs.fifo' : 'sqs.standard', calls);
  const money = usd === null ? '' : `, ${moneyText(usd)}`;
  return messages.sample.cost(calls, money);
}

export function countCalls(count: number): number {
  return Math.ceil(count / mostInReceive);
}

/** Says what a sampling would do before it starts. */
export function describeSampling(most: number, holdSeconds: number, isFifo: boolean): string {
  const what = messages.sample.upTo(most);
  return messages.sample.effect(
    what,
    formatReceiveCost(countCalls(most), isFifo),
    formatHoldTime(holdSeconds),
  );
}

/** "26 of about 27" */
export function formatSampled(sampled: number, depth: number | null): string {
  if (depth === null) return messages.sample.ofUnknown(grouped(sampled));
  return depth > sampled ? messages.sample.ofAbout(grouped(sampled), grouped(depth)) : grouped(sampled);
}

/** "4 selected, 1 not shown by this filter, 2 of other groups": the messages that an action would reach. */
export function describeSelection(selected: number, hidden: number, elsewhere: number): string {
  const parts = [messages.sample.selected(grouped(selected))];
  if (hidden > 0) parts.push(messages.sample.hiddenByFilter(grouped(hidden)));
  if (elsewhere > 0) parts.push(messages.sample.inOtherGroups(grouped(elsewhere)));
  return parts.join(', ');
}

/** "24 s", "4 min 12 s", "11 h 59 min": seconds are shown while they matter. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${String(seconds)} s`;
  if (minutes < 60) return `${String(minutes)} min ${String(seconds % 60)} s`;
  return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

/** Counts the messages that this console has not read, by the estimate of SQS. */
export function countUnread(sample: Pick<Sample, 'rows'> | null, depth: number | null): number {
  return Math.max(0, (depth ?? 0) - (sample?.rows.length ?? 0));
}

/** Says why the rest was not received; null if it was simply not sampled yet. */
export function describeRest(sample: Pick<Sample, 'isWhole'> | null): string | null {
  return sample?.isWhole === true ? messages.groups.elsewhere : null;
}

const mostInReceive = 10;
