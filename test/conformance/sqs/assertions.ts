import type { Assertion } from '#scripts/conformance/assertion.ts';
import { batches } from './batches.ts';
import { deadLetters } from './dead-letters.ts';
import { fifoQueues } from './fifo.ts';
import { messages } from './messages.ts';
import { moveTasks } from './move-tasks.ts';
import { queues } from './queues.ts';
import { visibility } from './visibility.ts';

export const sqs: readonly Assertion[] = [
  ...queues,
  ...messages,
  ...visibility,
  ...batches,
  ...deadLetters,
  ...moveTasks,
  ...fifoQueues,
];
