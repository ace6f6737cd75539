import { theItems } from '#shared/domain/job-words.ts';
import type { JobAtWork } from './job-at-work.ts';
import { longer, mostTries, pace } from './pace.ts';

/** Nothing was done, so that the same is simply tried again; for a while. */
export async function tryLater(work: JobAtWork, why: string): Promise<void> {
  const { passing, record } = work;
  const items = theItems(record.plan.kind);
  passing.failures += 1;
  if (passing.failures >= mostTries) {
    passing.failures = 0;
    passing.trouble = null;
    return work.write({
      event: 'braked',
      why: `Nothing more was sent: ${items} ${why}, ${mostTries} times.`,
    });
  }
  passing.trouble = `${items.replace(/^t/, 'T')} ${why}; it is tried again.`;
  work.changed();
  let ms: number = pace.again.from;
  for (let failure = 1; failure < passing.failures; failure += 1) ms = longer(ms, pace.again);
  await work.pause(ms);
}
