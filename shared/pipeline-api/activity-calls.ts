import { z } from 'zod';
import { mostActionsTold } from '../domain/activity-kinds.ts';
import {
  actionSchema,
  activitySchema,
  batchWorkSchema,
  causeSchema,
  chainSchema,
  idSchema,
  noteSchema,
  reasonSchema,
  timeSchema,
  whyNotKept,
  type ApiOperation,
} from './operation.ts';

const supporters = ['support', 'admin'] as const;

const headSchema = z.strictObject({
  chain: chainSchema,
  sequence: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
const anchorSchema = z.object({ ...headSchema.shape, anchoredAt: timeSchema });
/**
 * The limit for one answer. A chain is anchored at most twice a minute, and a console begins a new one at each start.
 */
export const mostAnchors = 100;
export const mostChains = 50;

const chainBody = z.strictObject({
  ...headSchema.shape,
  /** The actions of the chain, oldest first. One that is told twice is kept once. */
  actions: z.array(actionSchema).max(mostActionsTold).optional(),
});

const auditCalls = {
  anchorAudit: {
    method: 'POST',
    path: '/audit',
    summary:
      'Keeps the head of a console’s audit chain, so that a chain cut short shows, and what the caller did by it.',
    who: 'everyone',
    body: chainBody,
    answers: {
      status: 201,
      schema: z.object({
        anchoredAt: timeSchema,
        /** How many of the actions are kept, those that were told before among them. */
        kept: z.number().int().optional(),
        notKept: z
          .array(z.object({ sequence: z.number().int(), why: z.enum(whyNotKept) }))
          .max(mostActionsTold)
          .optional(),
      }),
    },
    changes: 'something',
    problems: ['anchored-otherwise'],
  },
  auditChains: {
    method: 'GET',
    path: '/audit',
    summary: 'The newest anchor of each audit chain that the caller has anchored, the newest chains first.',
    who: 'everyone',
    answers: { status: 200, schema: z.object({ anchors: z.array(anchorSchema).max(mostChains) }) },
  },
  auditAnchors: {
    method: 'GET',
    path: '/audit/{chain}',
    summary: 'The anchors of one audit chain that the caller has anchored, the newest first.',
    who: 'everyone',
    params: z.object({ chain: chainSchema }),
    answers: { status: 200, schema: z.object({ anchors: z.array(anchorSchema).max(mostAnchors) }) },
  },
} as const satisfies Record<string, ApiOperation>;

const workBody = z.strictObject({
  /** Null says that the work is done or given up. */
  workedOnBy: idSchema.nullable(),
  note: reasonSchema.optional(),
});

const batchParams = z.object({ tenantId: idSchema, projectId: idSchema, batchId: idSchema });

/** The most outcomes that a cause remembers. An older one makes room for a newer one. */
export const mostOutcomes = 10;

const outcomeCount = z.number().int().min(0).max(1_000_000);
const outcomeShape = {
  /** The job of the console that it came of. The same job told again replaces what was told before. */
  jobId: idSchema,
  kind: z.enum(['redrive', 'reprocess']),
  /** When the job ended. */
  at: timeSchema,
  total: outcomeCount,
  /** How many went through. */
  fixed: outcomeCount,
  /** How many failed again or came back, also after the job had ended. */
  back: outcomeCount,
};

/** Holds a note on what to do about a cause, and what came of the last attempts. */
export const causeMemorySchema = z.looseObject({
  fingerprint: z.string(),
  /** The version of the note. It is 0 before the first. */
  version: z.number().int(),
  note: noteSchema.optional(),
  notedBy: idSchema.optional(),
  notedAt: timeSchema.optional(),
  /** The newest first. */
  outcomes: z
    .array(z.looseObject({ ...outcomeShape, by: idSchema }))
    .max(mostOutcomes)
    .optional(),
});

const outcomeBody = z
  .strictObject(outcomeShape)
  .refine(
    ({ total, fixed, back }) => fixed + back <= total,
    'more went through or came back than there were',
  );

const causeOfAll = 'A cause is of all tenants that it hits';

/** These calls keep what is known about a cause of failures, also of dead letters, whose causes no batch has (decision 045). */
const causeCalls = {
  noteOnCause: {
    method: 'PUT',
    path: '/causes/{fingerprint}/note',
    summary:
      'Says what to do about a cause, for colleagues. Null takes the note away. The first change is made on version 0.',
    who: supporters,
    ofNoTenant: causeOfAll,
    params: z.object({ fingerprint: idSchema }),
    makesMissing: true,
    body: z.strictObject({ note: noteSchema.nullable() }),
    answers: { status: 200, schema: z.object({ memory: causeMemorySchema }) },
    changes: 'an item',
  },
  tellOutcome: {
    method: 'POST',
    path: '/causes/{fingerprint}/outcomes',
    summary: 'Keeps how a redrive or a reprocess for a cause went, in numbers only.',
    who: supporters,
    ofNoTenant: causeOfAll,
    params: z.object({ fingerprint: idSchema }),
    makesMissing: true,
    body: outcomeBody,
    answers: { status: 201, schema: z.object({ memory: causeMemorySchema }) },
    changes: 'something',
  },
} as const satisfies Record<string, ApiOperation>;

/** These calls keep what people did, who works on what, and notes (decision 034). */
export const activityCalls = {
  ...auditCalls,
  ...causeCalls,
  workOnCause: {
    method: 'PUT',
    path: '/causes/{fingerprint}/work',
    summary: 'Says who works on a cause of failures, or that this is done.',
    who: supporters,
    ofNoTenant: 'A cause is of all tenants that it hits',
    params: z.object({ fingerprint: idSchema }),
    body: workBody,
    answers: { status: 200, schema: z.object({ cause: causeSchema }) },
    changes: 'an item',
  },
  workOnBatch: {
    method: 'PUT',
    path: '/batches/{tenantId}/{projectId}/{batchId}/work',
    summary: 'Says who works on a batch, or that this is done. The first change is made on version 0.',
    who: supporters,
    params: batchParams,
    body: workBody,
    answers: { status: 200, schema: z.object({ work: batchWorkSchema }) },
    changes: 'an item',
  },
  addNote: {
    method: 'POST',
    path: '/notes',
    summary: 'Writes a note on a batch, a document of it, or a cause of failures, for colleagues.',
    who: 'everyone',
    body: z.strictObject({
      about: z.union([
        z.strictObject({ ...batchParams.shape, documentId: idSchema.optional() }),
        /** Only people who see all tenants may write a note on a cause. */
        z.strictObject({ fingerprint: idSchema }),
      ]),
      text: noteSchema,
    }),
    answers: { status: 201, schema: z.object({ note: activitySchema }) },
    changes: 'something',
    problems: ['not-found', 'all-tenants-required'],
  },
} as const satisfies Record<string, ApiOperation>;
