import type { InputOf } from '#shared/contract/contract.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Saved, WorkflowEvent } from '#shared/contract/workflows/workflows.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { carrierInvoices, type WorkflowDesk } from './a-workflow-desk.ts';

export type Change = InputOf<'workflows.saveThresholds'>;

/** Of the carrier invoices as the told world has them. */
export const change: Change = {
  ...carrierInvoices,
  version: 7,
  confidenceThreshold: 0.6,
  reviewThreshold: 0.8,
  reason: 'INC-2301: too much in review',
  typedEnvironment: null,
  intentKey: 'intent-one',
};

export function ask(
  desk: WorkflowDesk,
  more: Partial<Change> = {},
): Promise<Result<{ readonly outcome: Saved }>> {
  return desk.call('workflows.saveThresholds', { ...change, ...more });
}

export async function save(desk: WorkflowDesk, more: Partial<Change> = {}): Promise<Saved> {
  return valueOf(await ask(desk, more)).outcome;
}

/** Newest first. */
export async function historyOf(desk: WorkflowDesk): Promise<readonly WorkflowEvent[]> {
  return valueOf(await desk.call('workflows.history', { ...carrierInvoices })).rows;
}
