import { z } from 'zod';

export const checkAreas = [
  'identity',
  'tables',
  'queues',
  'workflows',
  'files',
  'alarms',
  'pipeline',
] as const;

/** `lacking`: the endpoint does not have this part, and the console does without. */
export const checkStates = [
  'works',
  'lacking',
  'differs',
  'denied',
  'missing',
  'failed',
  'not-checked',
] as const;

const differenceSchema = z.strictObject({
  /** Where: "index GSI1", "attribute GSI1SK", "redrive policy". */
  where: z.string(),
  expected: z.string(),
  found: z.string(),
  /** What of the console does not work because of it, or that nothing does. */
  means: z.string(),
  /** False where the console can live with it. */
  matters: z.boolean(),
});

/** One call that the console needs, made once. */
const checkSchema = z.strictObject({
  id: z.string(),
  area: z.enum(checkAreas),
  /** What was looked at: "Table autowired-staging". */
  title: z.string(),
  state: z.enum(checkStates),
  /** In a sentence: what works, or what does not and what that costs. */
  told: z.string(),
  /** The IAM action and what it was asked of; null for what is no call of AWS. */
  action: z.string().nullable(),
  resource: z.string().nullable(),
  differences: z.array(differenceSchema),
  ms: z.number(),
});
export type Check = z.infer<typeof checkSchema>;

/** What of a connection works: nothing of its data was read for it. */
export const checkReportSchema = z.strictObject({
  connectionId: z.string(),
  at: z.string(),
  ms: z.number(),
  checks: z.array(checkSchema),
  /** The statements that would allow what was denied, as a policy to copy; null where nothing was. */
  policy: z.string().nullable(),
  /** What to know about the report as a whole: what was left out for a role, what the policy cannot say. */
  notes: z.array(z.string()),
});
export type CheckReport = z.infer<typeof checkReportSchema>;
