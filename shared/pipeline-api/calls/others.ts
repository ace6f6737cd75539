import { z } from 'zod';
import { roleSchema } from '../../contract/define.ts';
import type { ApiOperation } from '../operation.ts';
import { idSchema, reasonSchema, shareSchema, timeSchema, workflowSchema } from '../words.ts';

const thresholdsBody = z
  .strictObject({ confidenceThreshold: shareSchema, reviewThreshold: shareSchema, reason: reasonSchema })
  .refine(({ confidenceThreshold, reviewThreshold }) => confidenceThreshold <= reviewThreshold, {
    path: ['reviewThreshold'],
    message: 'expected a review threshold that is not below the confidence threshold',
  });

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
    body: z.strictObject({
      chain: idSchema,
      sequence: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
      hash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    answers: { status: 201, schema: z.object({ anchoredAt: timeSchema }) },
    changes: 'something',
  },
} as const satisfies Record<string, ApiOperation>;
