import { executionEnded } from '../extraction/execution-ended.ts';
import { executionEndedHandler } from './handlers.ts';
import { container } from './lambda-parts.ts';

export const handler = executionEndedHandler(container, executionEnded);
