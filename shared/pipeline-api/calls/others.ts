import { z } from 'zod';
import { roleSchema } from '../../contract/define.ts';
import type { ApiOperation } from '../operation.ts';
import { chainSchema, idSchema, reasonSchema, shareSchema, timeSchema, workflowSchema } from '../words.ts';

const thresholdsBody = z
  .strictObject({ confidenceThreshold: shareSchema, reviewThreshold: shareSchema, reason: reasonSchema })
  .refine(({ confidenceThreshold, reviewThreshold }) => confidenceThreshold <= reviewThreshold, {
    path: ['reviewThreshold'],
    message: 'expected a review threshold that is not below the confidence threshold',
  });

const headSchema = z.strictObject({
  chain: chainSchema,
  sequence: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
const anchorSchema = z.object({ ...headSchema.shape, anchoredAt: timeSchema });
/** In one answer: a chain is anchored twice a minute at most, and a console begins one a start. */
export const mostAnchors = 100;
export const mostChains = 50;

export const otherCalls = {
  health: {
    method: 'GET',
    path: '/health',
    summary: 'Whether the API is there.',
    who: 'nobody',
    answers: { status: 200, schema: z.object({ status: z.literal('ok'), at: timeSchema }) },
  },
  me: {
    method: 'GET',
    path: '/me',
    summary: 'Who the caller is, and what for.',
    who: 'everyone',
    answers: {
      status: 200,
      schema: z.object({
        sub: z.string(),
        name: z.string(),
        role: roleSchema,
        tenants: z.union([z.literal('*'), z.array(z.string())]),
      }),
    },
  },
  changeThresholds: {
    method: 'PATCH',
    path: '/workflows/{tenantId}/{projectId}/{workflowId}/thresholds',
    summary: 'Changes the thresholds of a workflow, for runs that begin later.',
    who: ['admin'],
    params: z.object({ tenantId: idSchema, projectId: idSchema, workflowId: idSchema }),
    body: thresholdsBody,
    answers: { status: 200, schema: z.object({ workflow: workflowSchema }) },
    changes: 'an item',
  },
  anchorAudit: {
    method: 'POST',
    path: '/audit',
    summary: 'Keeps the head of a console’s audit chain, so that a chain cut short shows.',
    who: 'everyone',
    body: headSchema,
    answers: { status: 201, schema: z.object({ anchoredAt: timeSchema }) },
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
