import { z } from 'zod';

/** What AWS takes for the code of a device: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
export const codeDigits = 6;
export const codePattern = new RegExp(String.raw`^\d{${codeDigits}}$`);

/** A connection's sign-in to AWS, as a page may know it: whose it is and how long it lasts, never a key. */
const awsSignInSchema = z.discriminatedUnion('state', [
  /** Nobody has asked for anything of this account yet. */
  z.strictObject({ state: z.literal('not-yet') }),
  z.strictObject({ state: z.literal('in-progress') }),
  /** One for the whole console, whoever asked first. */
  z.strictObject({
    state: z.literal('code-wanted'),
    promptId: z.string(),
    /** The device that shows the code. */
    device: z.string(),
    /** Why it is asked again: the code before was not taken. */
    again: z.string().nullable(),
  }),
  z.strictObject({
    state: z.literal('signed-in'),
    accountId: z.string(),
    /** As STS says who this is. */
    arn: z.string(),
    /** Null where these keys do not expire by themselves. */
    expiresAt: z.string().nullable(),
  }),
  z.strictObject({
    state: z.literal('failed'),
    reason: z.enum(['expired', 'other-account', 'no-profile', 'given-up', 'unreachable', 'refused']),
    why: z.string(),
    /** What to run in a terminal, where that is the way. */
    run: z.string().nullable(),
  }),
]);
export type AwsSignIn = z.infer<typeof awsSignInSchema>;

/** The sign-in to the pipeline API. */
const pipelineSignInSchema = z.discriminatedUnion('state', [
  /** The connection names no API: nothing can be acted on. */
  z.strictObject({ state: z.literal('no-api') }),
  z.strictObject({ state: z.literal('not-yet') }),
  z.strictObject({ state: z.literal('in-progress') }),
  /** It goes on in the system's browser. */
  z.strictObject({ state: z.literal('in-browser'), issuer: z.string() }),
  z.strictObject({ state: z.literal('signed-in'), expiresAt: z.string().nullable() }),
  z.strictObject({ state: z.literal('failed'), why: z.string() }),
]);
export type PipelineSignIn = z.infer<typeof pipelineSignInSchema>;

/** Null in the sandbox, which asks nobody. */
export const signInSchema = z
  .strictObject({ aws: awsSignInSchema, pipeline: pipelineSignInSchema })
  .nullable();
export type SignIn = z.infer<typeof signInSchema>;

/** How long a production connection may be written to before it locks itself. */
export const writingChoices = [15, 30, 60] as const;
export const writingMinutes = z.union([z.literal(15), z.literal(30), z.literal(60)]);
export const writingReason = z.string().trim().min(3).max(500);
/** The name of the connection, as typed by whoever unlocks it. */
export const typedName = z.string().max(255);

export const writingSchema = z.strictObject({
  until: z.string(),
  reason: z.string(),
});
export type Writing = z.infer<typeof writingSchema>;

/** The seed names a world: whole numbers, so that one can be told over the phone. */
export const sandboxSeedSchema = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,15})$/, 'expected a whole number of at most 16 digits');

export const sandboxSchema = z.strictObject({
  seed: z.string(),
  /** When its world began, to the hour: all that is told of its past lies before. */
  since: z.iso.datetime(),
  traffic: z.strictObject({
    paused: z.boolean(),
    /** Batches that customers have sent since it began. */
    batches: z.int(),
    batchesToday: z.int(),
    mostADay: z.int(),
  }),
  /** What was there when it began. */
  told: z.strictObject({ tenants: z.int(), batches: z.int(), documents: z.int() }),
});
export type SandboxState = z.infer<typeof sandboxSchema>;
