import { z } from 'zod';
import { messageChangers, messageReaders, planners } from './allowed-roles.ts';
import {
  deadLetterQueueSchema,
  discardedInput,
  discardedSchema,
  exportInput,
  messageDetailSchema,
  messageInput,
  moveInput,
  queueInput,
  queuesSchema,
  revealInput,
  sampleInput,
  sampleSchema,
} from './dead-letters.ts';
import { command, nothing, query, watch } from './define.ts';
import {
  day,
  downloadBatchSchema,
  downloadDaySchema,
  downloadFileSchema,
  downloadFileStatus,
  openFileSchema,
  standingKind,
  standingMinutes,
} from './downloads.ts';
import { exportedSchema } from './explorer.ts';
import {
  auditInput,
  auditPageSchema,
  auditVerificationSchema,
  untoldSchema,
  batchReceiptsSchema,
  changesSchema,
  itemReceiptSchema,
  itemStates,
  jobDetailSchema,
  jobSchema,
  lostJournalSchema,
} from './jobs.ts';
import { cursor, id, pageOf, pageSize } from './pipeline-items.ts';
import { paceChoicesSchema, paceSchema } from './pace.ts';
import {
  offersSchema,
  planItemsInput,
  planItemsSchema,
  planSchema,
  setPaceInput,
  startInput,
  typedInput,
} from './plans.ts';
import { planTargetSchema } from '../domain/job-kinds/targets.ts';

const jobInput = z.strictObject({ jobId: id });

/** Every bulk action is a plan that is frozen, confirmed, journalled, run and verified (decision 004). */
export const jobOperations = {
  'plans.make': command({
    does: 'Reads each item again by its key and fixes what would be done, with its price.',
    input: z.strictObject({ target: planTargetSchema }),
    output: planSchema,
    roles: planners,
    audited: false,
    remembered: false,
    writes: false,
  }),
  'plans.items': query({
    does: 'Lists the items of a plan over many batches, which is too long to be sent whole.',
    input: planItemsInput,
    output: planItemsSchema,
  }),
  'plans.offers': query({
    does: 'Says which decisions about failed documents the pipeline API of this deployment offers.',
    input: nothing,
    output: offersSchema,
  }),
  'plans.setPace': command({
    does: 'Gives a plan another pace; its items stay, and its hash is a new one.',
    input: setPaceInput,
    output: planSchema,
    roles: planners,
    audited: false,
    remembered: false,
    writes: false,
  }),
  'plans.paceChoices': query({
    does: 'Lists the alarms and queues of the connection that the pace of a plan can be bound to.',
    input: nothing,
    output: paceChoicesSchema,
  }),
  'plans.start': command({
    does: 'Starts exactly the plan that was shown.',
    input: startInput,
    output: jobSchema,
    roles: planners,
  }),
  'jobs.watch': watch({
    does: 'Pushes the jobs of the open connection, the newest first, whenever one of them changes, and the journals that cannot be read.',
    input: nothing,
    output: z.strictObject({ jobs: z.array(jobSchema), lost: z.array(lostJournalSchema) }),
  }),
  'jobs.watchOne': watch({
    does: 'Pushes one job with its steps and its last receipts; null if there is no such job.',
    input: jobInput,
    output: z.strictObject({ detail: jobDetailSchema.nullable() }),
  }),
  'jobs.receipts': query({
    does: 'Lists the outcome of each item of a job, in the order of its plan.',
    input: jobInput.extend({
      offset: z.int().min(0).max(1_000_000),
      /** Only the items in this state. */
      state: z.enum(itemStates).optional(),
      /** Only the items of one batch, by its place in the plan, counted from 1. */
      batch: z.int().min(1).optional(),
    }),
    output: z.strictObject({ receipts: z.array(itemReceiptSchema), total: z.int() }),
  }),
  'jobs.batches': query({
    does: 'Counts the outcomes of a job about many batches, by batch, in the order of its plan.',
    input: jobInput,
    output: z.strictObject({ batches: z.array(batchReceiptsSchema) }),
  }),
  'jobs.export': command({
    does: 'Writes the receipts of a job as a file.',
    input: jobInput.extend({ format: z.enum(['csv', 'json']) }),
    output: exportedSchema,
    remembered: false,
    writes: false,
  }),
  'jobs.brake': command({
    does: 'Stops a job from starting anything more; work already sent continues.',
    input: jobInput,
    output: jobSchema,
    roles: planners,
    // A job can be stopped at any time, even on a read-only connection.
    writes: false,
  }),
  'jobs.resume': command({
    does: 'Resumes a braked, stopped or interrupted job with the rest of its plan.',
    input: jobInput,
    output: jobSchema,
    roles: planners,
  }),
  'jobs.setPace': command({
    does: 'Changes the pace of a job that has not ended. A looser limit than its plan had needs the same confirmation as its start.',
    input: jobInput.extend({ pace: paceSchema, typed: typedInput.optional() }),
    output: jobSchema,
    roles: planners,
    // A job can be slowed down at any time, even on a read-only connection. The handler refuses anything looser there.
    writes: false,
  }),
  'jobs.end': command({
    does: 'Ends a job that is not running; the rest of its plan is never sent.',
    input: jobInput,
    output: jobSchema,
    roles: planners,
    writes: false,
  }),
  'changes.watch': watch({
    does: 'Pushes items as they are after an action, read by their keys, so that lists need not wait for an index.',
    input: nothing,
    output: changesSchema,
  }),
  'audit.read': query({
    does: 'Lists the audit trail of this machine.',
    input: auditInput,
    output: auditPageSchema,
  }),
  'audit.untold': query({
    does: 'Counts the actions of this machine on the connection that its pipeline API is not told of yet, and says why.',
    input: nothing,
    output: untoldSchema,
  }),
  'audit.verify': query({
    does: 'Verifies every audit chain of this machine by its hashes and by its anchors in the pipeline API.',
    input: nothing,
    output: auditVerificationSchema,
  }),
  'audit.export': command({
    does: 'Writes the audit trail as a file.',
    input: z.strictObject({ filter: z.string().max(200).optional(), format: z.enum(['csv', 'json']) }),
    output: exportedSchema,
    remembered: false,
    writes: false,
  }),
} as const;

/** Dead letters can be viewed without harm, and redriven with proof. */
export const deadLetterOperations = {
  'dead-letters.queues': query({
    does: 'Reads the depth and age of each dead-letter queue, without receiving messages.',
    input: nothing,
    output: queuesSchema,
    roles: messageReaders,
  }),
  'dead-letters.sample': command({
    does: 'Receives messages and holds them for a while: it raises their count and hides them from others.',
    input: sampleInput,
    output: sampleSchema,
    roles: messageReaders,
    // `dead-letters.held` returns the held messages, so the answer need not be remembered.
    remembered: false,
  }),
  'dead-letters.held': query({
    does: 'Lists the messages of a queue that this console holds, and until when; receives nothing.',
    input: queueInput,
    output: z.strictObject({ sample: sampleSchema.nullable() }),
    roles: messageReaders,
  }),
  'dead-letters.discarded': query({
    does: 'Lists the discarded messages that this machine has saved, with who discarded them, why, and whether they were sent again.',
    input: discardedInput,
    output: discardedSchema,
    roles: messageReaders,
  }),
  'dead-letters.hold': command({
    does: 'Holds sampled messages longer.',
    input: queueInput.extend({ seconds: z.int().min(30).max(43_200) }),
    output: sampleSchema,
    roles: messageReaders,
    remembered: false,
  }),
  'dead-letters.release': command({
    does: 'Releases sampled messages, so that others can receive them at once.',
    input: queueInput,
    output: z.strictObject({ released: z.int(), failed: z.int() }),
    roles: messageReaders,
    // Messages can be released at any time, even on a read-only connection.
    writes: false,
  }),
  'dead-letters.message': command({
    does: 'Opens a message that is held or was discarded, masked; who opened it is audited.',
    input: messageInput,
    output: messageDetailSchema,
    roles: messageReaders,
    remembered: false,
    writes: false,
  }),
  'dead-letters.reveal': command({
    does: 'Shows one masked value of a message; showing it is audited.',
    input: revealInput,
    output: z.strictObject({ value: z.string() }),
    roles: messageChangers,
    remembered: false,
    writes: false,
  }),
  'dead-letters.export': command({
    does: 'Writes held messages as a file, masked or whole.',
    input: exportInput,
    output: exportedSchema,
    roles: messageReaders,
    remembered: false,
    writes: false,
  }),
  'dead-letters.move': command({
    does: 'Has SQS move a whole queue back to the source queues, at a chosen rate.',
    input: moveInput,
    output: deadLetterQueueSchema,
    roles: messageChangers,
  }),
  'dead-letters.cancelMove': command({
    does: 'Stops the move of a queue; moved messages stay moved.',
    input: queueInput,
    output: deadLetterQueueSchema,
    roles: messageChangers,
    // A move can be stopped at any time. The handler refuses it if the connection's entry says read-only.
    writes: false,
  }),
} as const;

const paged = { cursor, pageSize };

/**
 * These operations only read downloads. Changes go through plans, and decision 015 says who may see downloads at all.
 */
export const downloadOperations = {
  'downloads.day': query({
    does: 'Lists the download batches of one day.',
    input: z.strictObject({ date: day }),
    output: downloadDaySchema,
  }),
  'downloads.batch': query({
    does: 'Reads a download batch by its id, as the table has it now.',
    input: z.strictObject({ batchId: id }),
    output: downloadBatchSchema,
  }),
  'downloads.filesOfBatch': query({
    does: 'Lists the files of a download batch, all or those in one status; addresses and keys stay in main.',
    input: z.strictObject({ batchId: id, status: downloadFileStatus.optional(), ...paged }),
    output: pageOf(downloadFileSchema),
  }),
  'downloads.openFiles': query({
    does: 'Reads, by their keys, the files that a batch expects and counts neither as completed nor as failed.',
    input: z.strictObject({ batchId: id }),
    output: z.strictObject({
      batch: downloadBatchSchema,
      files: z.array(openFileSchema),
      asOf: z.iso.datetime(),
    }),
  }),
  'downloads.standing': query({
    does: 'Lists files that have been downloading, or waiting, for longer than a number of minutes, the longest first.',
    input: z.strictObject({ kind: standingKind, minutes: standingMinutes, ...paged }),
    output: pageOf(downloadFileSchema),
  }),
  'downloads.file': query({
    does: 'Reads a file by its id, as the table has it now.',
    input: z.strictObject({ fileId: id }),
    output: downloadFileSchema,
  }),
} as const;
