import type { QueuePage } from '#shared/contract/review/queue.ts';
import type { GlyphName } from '#renderer/ui/status/glyph-paths.ts';
import { spanWords } from '#renderer/ui/relative-time/relative-words.ts';

export type BucketName = keyof QueuePage['buckets'];

interface BucketLook {
  readonly name: BucketName;
  readonly words: string;
  /** Aloud: what "< 1 h" means. */
  readonly aloud: string;
  readonly glyph: GlyphName;
  /** In hours, what is left is less than this. */
  readonly under: number;
}

const later: BucketLook = {
  name: 'later',
  words: 'Later',
  aloud: 'due later',
  glyph: 'skip',
  under: Number.POSITIVE_INFINITY,
};

/** By the time that is left, the most pressing first; each with a shape of its own. */
export const bucketLooks: readonly BucketLook[] = [
  { name: 'overdue', words: 'Overdue', aloud: 'overdue', glyph: 'failed', under: 0 },
  { name: 'under1h', words: '< 1 h', aloud: 'due within an hour', glyph: 'review', under: 1 },
  { name: 'under4h', words: '< 4 h', aloud: 'due within 4 hours', glyph: 'processing', under: 4 },
  { name: 'under24h', words: '< 24 h', aloud: 'due within 24 hours', glyph: 'queued', under: 24 },
  later,
];

export function bucketOf(since: number, dueHours: number, now: number): BucketName {
  return lookOf(since, dueHours, now).name;
}

export interface Due {
  readonly words: string;
  readonly glyph: GlyphName;
  readonly at: number;
}

/** "in 3 h 10 min", "2 h over". */
export function dueOf(since: number, dueHours: number, now: number): Due {
  const at = since + dueHours * hourMs;
  const words = at > now ? `in ${spanWords(at - now)}` : `${spanWords(now - at)} over`;
  return { words, glyph: lookOf(since, dueHours, now).glyph, at };
}

/** Of a moment as it was read; null where there is none. */
export function momentOf(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

function lookOf(since: number, dueHours: number, now: number): BucketLook {
  const left = since + dueHours * hourMs - now;
  return bucketLooks.find(({ under }) => left < under * hourMs) ?? later;
}

const hourMs = 3_600_000;
