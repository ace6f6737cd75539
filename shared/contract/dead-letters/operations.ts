import { z } from 'zod';
import { command, nothing, query } from '../define.ts';
import { exportedSchema } from '../explorer.ts';
import {
  exportInput,
  messageDetailSchema,
  messageInput,
  revealInput,
  sampleInput,
  sampleSchema,
} from './messages.ts';
import { deadLetterQueueSchema, moveInput, queueInput, queuesSchema } from './queues.ts';

const looks = ['support', 'admin'] as const;
const acts = ['admin'] as const;

/** Messages that nobody could use: looked at without harm, and sent back with proof. */
export const deadLetterOperations = {
  'dead-letters.queues': query({
    does: 'Says how each dead-letter queue stands, without receiving anything.',
    input: nothing,
    output: queuesSchema,
    roles: looks,
  }),
  'dead-letters.sample': command({
    does: 'Receives messages and holds them for a while: it raises their count and hides them from others.',
    input: sampleInput,
    output: sampleSchema,
    roles: looks,
    // What is held is asked for by `dead-letters.held`.
    remembered: false,
  }),
  'dead-letters.held': query({
    does: 'Says which messages of a queue this console holds, and until when; receives nothing.',
    input: queueInput,
    output: z.strictObject({ sample: sampleSchema.nullable() }),
    roles: looks,
  }),
  'dead-letters.hold': command({
    does: 'Holds what was sampled for longer.',
    input: queueInput.extend({ seconds: z.int().min(30).max(43_200) }),
    output: sampleSchema,
    roles: looks,
    remembered: false,
  }),
  'dead-letters.release': command({
    does: 'Lets go of what was sampled, so that others can receive it at once.',
    input: queueInput,
    output: z.strictObject({ released: z.int(), failed: z.int() }),
    roles: looks,
    // What was hidden from others while it could be is theirs again at any time.
    writes: false,
  }),
  'dead-letters.message': command({
    does: 'Opens a message that is held, masked; who opened it is audited.',
    input: messageInput,
    output: messageDetailSchema,
    roles: looks,
    remembered: false,
    writes: false,
  }),
  'dead-letters.reveal': command({
    does: 'Shows one masked value of a message; who looked at it is audited.',
    input: revealInput,
    output: z.strictObject({ value: z.string() }),
    roles: acts,
    remembered: false,
    writes: false,
  }),
  'dead-letters.export': command({
    does: 'Writes messages that are held as a file, masked or whole.',
    input: exportInput,
    output: exportedSchema,
    roles: looks,
    remembered: false,
    writes: false,
  }),
  'dead-letters.move': command({
    does: 'Has SQS send a whole queue back to where its messages came from, so many a second.',
    input: moveInput,
    output: deadLetterQueueSchema,
    roles: acts,
  }),
  'dead-letters.cancelMove': command({
    does: 'Stops the move of a queue; what has been moved stays moved.',
    input: queueInput,
    output: deadLetterQueueSchema,
    roles: acts,
    // What was started can be stopped at any time; where an entry says read-only, its handler refuses.
    writes: false,
  }),
} as const;
