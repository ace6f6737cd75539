import type { StatusName } from '#renderer/ui/status/status-names.ts';

export interface SampleDocument {
  readonly id: string;
  readonly status: StatusName;
  readonly group: string | null;
  readonly stage: string | null;
  readonly confidence: number | null;
  readonly pages: number;
  readonly bytes: number;
  readonly at: number;
}

export const sampleNow = Date.UTC(2026, 10, 20, 14, 22, 0);

/** The rows of the triage picture. */
export const twelveDocuments: readonly SampleDocument[] = [
  sample('0398', 'FAILED', '7c41e9', 'gap-fill', null, 3, 103),
  sample('0401', 'FAILED', '7c41e9', 'gap-fill', null, 2, 149),
  sample('0402', 'FAILED', '7c41e9', 'gap-fill', null, 3, 132),
  sample('0377', 'FAILED', 'e4a77c', 'textract', null, 0, 596),
  sample('0405', 'FAILED', '7c41e9', 'gap-fill', null, 4, 118),
  sample('0352', 'FAILED', 'b81d20', 'verify', 0.41, 1, 736),
  sample('0413', 'REVIEW_REQUIRED', null, 'verify', 0.79, 2, 88),
  sample('0394', 'REVIEW_REQUIRED', null, 'verify', 0.83, 6, 92),
  sample('0421', 'PROCESSING', null, 'textract', null, 2, 4),
  sample('0391', 'SUCCEEDED', null, 'verify', 0.97, 2, 240),
  sample('0390', 'SUCCEEDED', null, 'verify', 0.95, 12, 251),
  sample('0431', 'QUEUED', null, null, null, 1, 1),
];

/** The same rows every time, whatever machine counts them out. */
export function manyDocuments(count: number, seed = 7): readonly SampleDocument[] {
  const next = randomFrom(seed);
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(next() * items.length)] ?? items[0];
  return Array.from({ length: count }, (_, index) => {
    const status = pick(statuses);
    const scored = status === 'SUCCEEDED' || status === 'REVIEW_REQUIRED';
    return sample(
      String(index).padStart(5, '0'),
      status,
      status === 'FAILED' ? pick(groups) : null,
      status === 'QUEUED' ? null : pick(stages),
      scored ? Math.round((0.5 + next() * 0.5) * 100) / 100 : null,
      1 + Math.floor(next() * 24),
      Math.floor(next() * 86_400),
    );
  });
}

const statuses: readonly [StatusName, ...StatusName[]] = [
  'SUCCEEDED',
  'SUCCEEDED',
  'SUCCEEDED',
  'REVIEW_REQUIRED',
  'FAILED',
  'PROCESSING',
  'QUEUED',
  'TIMEOUT',
];
const groups: readonly [string, ...string[]] = ['7c41e9', 'e4a77c', 'b81d20', '19fe02', '5d90b1'];
const stages: readonly [string, ...string[]] = ['textract', 'gap-fill', 'verify'];

function sample(
  number: string,
  status: StatusName,
  group: string | null,
  stage: string | null,
  confidence: number | null,
  pages: number,
  secondsAgo: number,
): SampleDocument {
  const id = `inv-2026-11-${number}.pdf`;
  const at = sampleNow - secondsAgo * 1000;
  return { id, status, group, stage, confidence, pages, bytes: pages * 48_213, at };
}

/** mulberry32 */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
