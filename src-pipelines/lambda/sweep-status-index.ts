import { sweepStatusIndex } from '../extraction/sweep-status-index.ts';
import { scheduleHandler } from './handlers.ts';
import { container } from './lambda-parts.ts';

export const handler = scheduleHandler(container, sweepStatusIndex);
