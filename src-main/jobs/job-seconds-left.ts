import { planningSecondsEach } from '#shared/domain/batch-eta.ts';
import { isOfDownloads, isOfMessages } from '#shared/domain/job-place.ts';
import { secondsLeft } from '#shared/domain/time-left.ts';
import type { JobRecord } from './job-record.ts';
import { mostInCall } from './pace.ts';

/** Measured on the first steps, in which nothing waits for anything; before they have ended, as it was planned. */
export function jobSecondsLeft(record: JobRecord): number | null {
  // How soon a message is taken from its queue, or a provider gives a file, is not ours to know.
  if (isOfMessages(record.plan.kind) || isOfDownloads(record.plan.kind)) return null;
  const { counts, items } = record;
  const calls = counts.running + counts.sending > 0 ? [counts.running + counts.sending] : [];
  for (const [index] of record.steps.entries()) {
    let left = [...items.values()].filter(
      ({ step, state }) => step === index + 1 && state === 'waiting',
    ).length;
    for (; left > 0; left -= mostInCall) calls.push(Math.min(left, mostInCall));
  }
  return secondsLeft({ calls, secondsPerDocument: measured(record) ?? planningSecondsEach });
}

function measured({ items }: JobRecord): number | null {
  let sum = 0;
  let count = 0;
  for (const { step, sentAt, endedAt, state } of items.values()) {
    if (step > 2) break;
    if (state !== 'fixed' || sentAt === null || endedAt === null) continue;
    const ms = Date.parse(endedAt) - Date.parse(sentAt);
    if (!(ms > 0)) continue;
    sum += ms;
    count += 1;
  }
  return count === 0 ? null : sum / count / 1_000;
}
