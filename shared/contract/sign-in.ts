import { z } from 'zod';
import { sandboxSeedForm, writingReasonLength } from '../domain/sign-in-limits.ts';

/** The state of a connection's AWS sign-in as a page sees it. It never contains a key. */
const awsSignInSchema = z.discriminatedUnion('state', [
  /** Nothing has been requested from this account yet. */
  z.strictObject({ state: z.literal('not-yet') }),
  z.strictObject({ state: z.literal('in-progress') }),
  /** The whole console shares one prompt, whichever page caused it. */
  z.strictObject({
    state: z.literal('code-wanted'),
    promptId: z.string(),
    /** The device that shows the code. */
    device: z.string(),
    /** The reason for asking again: the previous code was not accepted. */
    again: z.string().nullable(),
  }),
  z.strictObject({
    state: z.literal('signed-in'),
    accountId: z.string(),
    /** The identity as STS reports it. */
    arn: z.string(),
    /** Null if these keys do not expire. */
    expiresAt: z.string().nullable(),
  }),
  z.strictObject({
    state: z.literal('failed'),
    reason: z.enum(['expired', 'other-account', 'no-profile', 'given-up', 'unreachable', 'refused']),
    why: z.string(),
    /** The command to run in a terminal, if that is the remedy. */
    run: z.string().nullable(),
  }),
]);
export type AwsSignIn = z.infer<typeof awsSignInSchema>;

/** The sign-in to the pipeline API. */
const pipelineSignInSchema = z.discriminatedUnion('state', [
  /** The connection names no API, so nothing can be changed. */
  z.strictObject({ state: z.literal('no-api') }),
  z.strictObject({ state: z.literal('not-yet') }),
  z.strictObject({ state: z.literal('in-progress') }),
  /** The sign-in continues in the system's browser. */
  z.strictObject({ state: z.literal('in-browser'), issuer: z.string() }),
  z.strictObject({ state: z.literal('signed-in'), expiresAt: z.string().nullable() }),
  z.strictObject({ state: z.literal('failed'), why: z.string() }),
]);
export type PipelineSignIn = z.infer<typeof pipelineSignInSchema>;

/** Null in the sandbox, which needs no sign-in. */
export const signInSchema = z
  .strictObject({ aws: awsSignInSchema, pipeline: pipelineSignInSchema })
  .nullable();
export type SignIn = z.infer<typeof signInSchema>;

export const writingMinutes = z.union([z.literal(15), z.literal(30), z.literal(60)]);
export const writingReason = z.string().trim().min(writingReasonLength.least).max(writingReasonLength.most);
/** The name of the connection, as typed by the person who unlocks it. */
export const typedName = z.string().max(255);

export const writingSchema = z.strictObject({
  until: z.string(),
  reason: z.string(),
});
export type Writing = z.infer<typeof writingSchema>;

export const sandboxSeedSchema = z
  .string()
  .regex(sandboxSeedForm, 'expected a whole number of at most 16 digits');

export const sandboxSchema = z.strictObject({
  seed: z.string(),
  /** The time at which its world began, to the hour. All of its history is older. */
  since: z.iso.datetime(),
  traffic: z.strictObject({
    paused: z.boolean(),
    /** The batches that customers have sent since then. */
    batches: z.int(),
    batchesToday: z.int(),
    mostADay: z.int(),
  }),
  /** The data that existed when the world began. */
  told: z.strictObject({ tenants: z.int(), batches: z.int(), documents: z.int() }),
});
export type SandboxState = z.infer<typeof sandboxSchema>;
