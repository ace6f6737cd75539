import { submitScheduledBatches } from '../extraction/scheduled-batches.ts';
import { scheduleHandler } from './handlers.ts';
import { container } from './lambda-parts.ts';

export const handler = scheduleHandler(container, submitScheduledBatches);
