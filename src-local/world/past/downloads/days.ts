import {
  deriveDailyBatchId,
  buildBatchId,
  formatDate,
  createBatch,
} from '../../../pipelines/downloads/download-lifecycle.ts';
import type { BatchItem } from '../../../pipelines/downloads/download-items.ts';
import { seededRandomness } from '../../randomness.ts';
import type { WeeksFacts } from '../weeks.ts';
import { dayStories, type DayStory, type RunAgain } from './day-stories.ts';
import { runBatch, type ToldFile } from './run-of-day.ts';

export interface ToldDay {
  readonly batches: readonly BatchItem[];
  readonly files: readonly ToldFile[];
}

const hour = 3_600_000;
const day = 24 * hour;
/** Of the poll, every day. */
const pollTime = 6 * hour;
/** One more than a file is kept for: what is past its time is deleted when DynamoDB comes to it. */
const daysTold = 31;

/** The newest first. */
export function toldDays(facts: WeeksFacts): readonly ToldDay[] {
  const lastPoll = Math.floor((facts.anchor - pollTime) / day) * day + pollTime;
  return Array.from({ length: daysTold }, (_, ago) =>
    toldDay(facts, lastPoll - ago * day, dayStories[ago] ?? {}),
  );
}

function toldDay(facts: WeeksFacts, began: number, story: DayStory): ToldDay {
  const { seed, anchor } = facts;
  const date = formatDate(began);
  const files = new Map<string, ToldFile>();
  const daily = createBatch(
    { now: () => began },
    { BatchID: deriveDailyBatchId(facts, date), PollingDate: date },
  );
  const batches = [runBatch(daily, files, { seed, anchor, story })];
  const againAt = story.again && beginningOf(story.again, began, anchor);
  if (story.again && againAt !== undefined) {
    const again = createBatch(
      { now: () => againAt },
      {
        BatchID: buildBatchId(date, seededRandomness(`${seed}/downloads/${date}`).uuid()),
        PollingDate: date,
        TriggeredBy: story.again.by,
        TriggerReason: story.again.reason,
      },
    );
    batches.push(runBatch(again, files, { seed, anchor, story: story.again }));
  }
  return { batches, files: [...files.values()].map((told) => withExpiry(told, story)) };
}

/** Undefined where the first batch has hardly begun. */
function beginningOf({ after }: RunAgain, began: number, anchor: number): number | undefined {
  const at = after < 0 ? anchor + after : began + after;
  return at > began + hour / 2 && at <= anchor ? at : undefined;
}

function withExpiry(told: ToldFile, { wrongExpiry = {} }: DayStory): ToldFile {
  const { file } = told;
  const wrong = wrongExpiry[file.Entity];
  if (wrong === undefined) return told;
  const TTL = wrong === 'milliseconds' ? file.TTL * 1000 : keptSeconds;
  return { ...told, file: { ...file, TTL } };
}

/** So it has expired in 1970, and DynamoDB deletes nothing that did so more than five years ago. */
const keptSeconds = 30 * 86_400;
