import { z } from 'zod';
import { asRead, count, id, pageOf, share, text } from './words.ts';

export const tenantSchema = z.strictObject({
  tenantId: id,
  name: text,
  plan: text,
  pinned: z.boolean(),
  /** When somebody last opened it on this machine. */
  openedAt: text,
});
export type Tenant = z.infer<typeof tenantSchema>;

export const tenantPageSchema = pageOf(tenantSchema).extend({
  /** Pinned first, then the last opened: all there is where a deployment keeps no directory. */
  kept: z.array(tenantSchema),
  /** False where the directory's first page was empty. */
  hasDirectory: z.boolean(),
});

export const projectSchema = z.strictObject({
  tenantId: id,
  projectId: id,
  name: text,
  batchCount: count,
  ...asRead,
});
export type Project = z.infer<typeof projectSchema>;

export const userSchema = z.strictObject({
  tenantId: id,
  userId: id,
  name: text,
  role: text,
  ...asRead,
});
export type UserOfTenant = z.infer<typeof userSchema>;

export const workflowSchema = z.strictObject({
  tenantId: id,
  projectId: id,
  workflowId: id,
  name: text,
  confidenceThreshold: share,
  reviewThreshold: share,
  fields: z.array(z.string()),
  ...asRead,
});
export type Workflow = z.infer<typeof workflowSchema>;
