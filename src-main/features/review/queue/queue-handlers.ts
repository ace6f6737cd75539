import type { Handlers } from '../../../contract/handlers.ts';
import { readAccuracy } from '../accuracy/read-accuracy.ts';
import type { QueueParts } from './queue-parts.ts';
import { readQueue } from './read-queue.ts';
import { readSample } from './read-sample.ts';

type Names = 'review.queue' | 'review.sample' | 'review.accuracy';

/** Lists of what is to be reviewed, and what was learnt from it. */
export function queueHandlers(parts: QueueParts): Pick<Handlers, Names> {
  return {
    'review.queue': readQueue(parts),
    'review.sample': readSample(parts),
    'review.accuracy': readAccuracy(parts),
  };
}
