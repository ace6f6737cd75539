import { z } from 'zod';

type Ids = Readonly<Record<string, string>>;

/** What an auditor must find of a change of thresholds: on what, to what, and why. */
export function workflowIds(operation: string, input: unknown): Ids {
  if (operation !== 'workflows.saveThresholds') return {};
  const { data } = inputSchema.safeParse(input);
  if (data === undefined) return {};
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
}

/** A lost race is answered as well as a save. */
export function workflowOutcome(operation: string, value: unknown): Ids | undefined {
  if (operation !== 'workflows.saveThresholds') return undefined;
  const { data } = outcomeSchema.safeParse(value);
  if (data === undefined) return undefined;
  const { kind, workflow } = data.outcome;
  return { outcome: kind, ...(workflow.version !== null && { nowAtVersion: String(workflow.version) }) };
}

const inputSchema = z.object({
  version: z.number(),
  confidenceThreshold: z.number(),
  reviewThreshold: z.number(),
  reason: z.string(),
  intentKey: z.string(),
});

const outcomeSchema = z.object({
  outcome: z.object({ kind: z.string(), workflow: z.object({ version: z.number().nullable() }) }),
});
