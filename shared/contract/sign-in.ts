import { z } from 'zod';

/** What AWS takes for the code of a device: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
export const codeDigits = 6;
export const codePattern = new RegExp(String.raw`^\d{${codeDigits}}$`);

/** A connection's sign-in to AWS, as a page may know it: whose it is and how long it lasts, never a key. */
export const awsSignInSchema = z.discriminatedUnion('state', [
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
export const pipelineSignInSchema = z.discriminatedUnion('state', [
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
