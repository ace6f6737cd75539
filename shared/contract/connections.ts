import { z } from 'zod';
import { connectionSchema } from '../domain/connection.ts';
import { command, nothing, query, roleSchema } from './define.ts';
import { checkReportSchema, checkSchema, fileReadAgainSchema } from './session.ts';
import { codePattern } from '../domain/sign-in-limits.ts';

const connectionId = z.string().min(1).max(64);
const { region, profile, endpoints } = connectionSchema.shape.aws.shape;

/** The way into an account, before there is an entry. */
const accessSchema = z.strictObject({ region, profile, endpoints });
export type ConnectionAccessDraft = z.infer<typeof accessSchema>;

/**
 * An entry on its way to or from the form. It is checked as a whole by the preview, so that each mistake is told at its
 * path. `null` at a path that `hidden` names means "as it is in the file".
 */
const draftSchema = z.record(z.string().max(64), z.json());
export type ConnectionDraft = z.infer<typeof draftSchema>;

/** `incomplete` is a profile that names no way to get keys. */
export const profileKinds = ['sso', 'role', 'login', 'process', 'keys', 'incomplete'] as const;

/** A profile of the AWS configuration. It contains no key, no secret and no command. */
const profileSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(profileKinds),
  region: z.string().nullable(),
  /** The account that the profile names: of SSO, or of the role. The account is certain only when STS confirms it. */
  accountId: z.string().nullable(),
  /** The role that it assumes or that SSO gives it, by its name alone. */
  role: z.string().nullable(),
  /** The profile that a role takes its keys from. */
  sourceProfile: z.string().nullable(),
  ssoSession: z.string().nullable(),
  /** Whether it asks for a code of a device. */
  asksForCode: z.boolean(),
  /** The reason why it cannot be used, if it cannot. */
  problem: z.string().nullable(),
});
export type AwsProfile = z.infer<typeof profileSchema>;

/** Everything that can be in the way of a first call, each with its own sentence. */
export const accessTroubles = [
  'sign-in',
  'expired',
  'code-wanted',
  'code-rejected',
  'denied',
  'unknown-keys',
  'wrong-region',
  'clock',
  'certificate',
  'proxy',
  'no-network',
  'no-host',
  'unreachable',
  'late',
  'no-profile',
  'other-account',
  'wrong-address',
  'throttled',
  'no-aws-cli',
  'took-too-long',
  'refused',
] as const;

const stoppedSchema = z.strictObject({
  state: z.literal('stopped'),
  trouble: z.enum(accessTroubles),
  /** One sentence that says what did not happen, and why. */
  happened: z.string(),
  /** One sentence that says what to do. */
  next: z.string(),
  /** A command for a terminal, if one helps. */
  run: z.string().nullable(),
  /** Whether connections.signInProfile can run that command. */
  canRunHere: z.boolean(),
});
export type AccessStopped = z.infer<typeof stoppedSchema>;

const identitySchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('known'), accountId: z.string(), arn: z.string() }),
  stoppedSchema,
]);
export type AccessIdentity = z.infer<typeof identitySchema>;

/** How a name was found: it is what the convention says, it has the tag, our stacks put it out, or its keys fit. */
export const foundBy = ['convention', 'tag', 'outputs', 'keys'] as const;
export const sureness = ['certain', 'likely', 'possible'] as const;

const foundSchema = z.strictObject({
  name: z.string(),
  by: z.enum(foundBy),
  sure: z.enum(sureness),
  /** One sentence that gives the reasons. */
  why: z.string(),
  /** Lists what differs from the catalogue, and what that costs in features. */
  lacks: z.array(z.strictObject({ what: z.string(), means: z.string() })),
  /** Whether the stage gives the part this name, so that the entry need not say it. */
  isByConvention: z.boolean(),
});
export type FoundPart = z.infer<typeof foundSchema>;

export const partKinds = ['table', 'queue', 'state-machine', 'bucket', 'function', 'alarms'] as const;

const partSchema = z.strictObject({
  system: z.string(),
  /** The path in the entry, such as "extraction.table"; functions and alarms have a path and no setting. */
  part: z.string(),
  isSetting: z.boolean(),
  kind: z.enum(partKinds),
  label: z.string(),
  /** The name that the convention gives it with the chosen stage; null without a stage. */
  expected: z.string().nullable(),
  /** The best first. */
  found: z.array(foundSchema),
});
export type DiscoveredPart = z.infer<typeof partSchema>;

export const discoverySchema = z.strictObject({
  state: z.literal('found'),
  accountId: z.string(),
  arn: z.string(),
  /** The stage that the parts are named for: the given one, or the one that most names suggest. */
  stage: z.string().nullable(),
  /** Stages that names suggest, the one with most names first. */
  stages: z.array(z.string()),
  parts: z.array(partSchema),
  /** The entry in the outputs of our stacks, if it is there, without a profile. */
  entry: draftSchema.nullable(),
  /** The pipeline API's address in the outputs, if they have one. */
  pipelineApi: z.string().nullable(),
  listed: z.array(
    z.strictObject({
      kind: z.enum(partKinds),
      /** Names what was listed, such as "tables". */
      label: z.string(),
      count: z.int(),
      /** False when the budget ended before the list did: the count is "at least". */
      isAll: z.boolean(),
    }),
  ),
  denied: z.array(z.strictObject({ action: z.string(), means: z.string() })),
  /** A policy that would allow what was denied; null if nothing was. */
  policy: z.string().nullable(),
  calls: z.int(),
  cost: z.strictObject({
    /** An exact number of dollars. */
    usd: z.string(),
    /** The price book; null if a call has no price in it. */
    book: z.string().nullable(),
    told: z.string(),
  }),
  notes: z.array(z.string()),
});
export type Discovery = z.infer<typeof discoverySchema>;

const fingerprint = z.string().max(80);

/** A change of connections.json. Commands can only be written into the file by hand, so a change brings none. */
const changeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('add'),
    entry: draftSchema,
    /** The entry that `null` refers to, for a duplicate. */
    like: connectionId.optional(),
  }),
  z.strictObject({ kind: z.literal('replace'), connectionId, entry: draftSchema }),
  z.strictObject({ kind: z.literal('remove'), connectionId }),
  z.strictObject({ kind: z.literal('move'), connectionId, to: z.int().min(0).max(10_000) }),
  z.strictObject({ kind: z.literal('import'), entries: z.array(draftSchema).min(1).max(500) }),
]);
export type ConnectionsChange = z.infer<typeof changeSchema>;

const problemSchema = z.strictObject({ path: z.string(), problem: z.string() });
export type EntryProblem = z.infer<typeof problemSchema>;

const previewSchema = z.strictObject({
  file: z.string(),
  /** The whole file by lines. Values that must not be shown are replaced by "…". */
  lines: z.array(z.strictObject({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
  /** Mistakes of the changed entries, by their path in the entry; with any of them nothing is saved. */
  problems: z.array(problemSchema),
  fingerprint,
});
export type FilePreview = z.infer<typeof previewSchema>;

const pipelineApiDraft = z.record(z.string().max(64), z.json());

/** Operations of the form that adds and changes connections. */
export const connectionFormOperations = {
  'connections.profiles': query({
    does: 'Lists the profiles of the AWS configuration, without keys.',
    input: nothing,
    output: z.strictObject({
      profiles: z.array(profileSchema),
      /** Whether the environment that the console was started in has keys. */
      environmentHasKeys: z.boolean(),
      files: z.array(z.string()),
      problems: z.array(z.string()),
    }),
  }),
  'connections.identify': command({
    does: 'Asks STS whose keys a profile gives, and says what is in the way if there is no answer.',
    input: z.strictObject({
      aws: accessSchema,
      code: z.string().regex(codePattern, 'expected the 6 digits that the device shows').optional(),
    }),
    output: z.strictObject({ answer: identitySchema }),
    writes: false,
    remembered: false,
  }),
  'connections.signInProfile': command({
    does: 'Runs the sign-in of the AWS CLI for a profile, waits for it, and asks STS whose keys they are.',
    input: z.strictObject({ aws: accessSchema }),
    output: z.strictObject({ answer: identitySchema }),
    writes: false,
    remembered: false,
  }),
  'connections.stopSignIn': command({
    does: 'Stops a sign-in of the AWS CLI that is running.',
    input: nothing,
    output: z.strictObject({ stopped: z.boolean() }),
    audited: false,
    writes: false,
    remembered: false,
  }),
  'connections.discover': command({
    does: 'Finds the tables, queues, state machines, buckets, functions and alarms of an account that fit the systems. Reads names and key schemas, never an item.',
    input: z.strictObject({
      aws: accessSchema,
      stage: z.string().min(1).max(64).nullable(),
      tag: z.strictObject({ key: z.string().min(1).max(128), value: z.string().max(256) }).nullable(),
      /** The outputs of our stacks, pasted. */
      outputs: z.string().max(400_000).nullable(),
    }),
    output: z.strictObject({ answer: z.discriminatedUnion('state', [discoverySchema, stoppedSchema]) }),
    writes: false,
    remembered: false,
  }),
  'connections.tryApi': command({
    does: 'Asks a pipeline API whether it answers, and whom it takes you for.',
    input: z.strictObject({
      pipelineApi: pipelineApiDraft,
      aws: accessSchema,
      /** The entry that `null` refers to. */
      like: connectionId.optional(),
    }),
    output: z.strictObject({
      checks: z.array(checkSchema),
      role: roleSchema.nullable(),
      problems: z.array(problemSchema),
    }),
    writes: false,
    remembered: false,
  }),
  'connections.checkEntry': command({
    does: 'Checks an entry before it is saved, as connections.check does.',
    input: z.strictObject({ entry: draftSchema, like: connectionId.optional() }),
    output: z.strictObject({
      /** Null if the entry has mistakes. */
      report: checkReportSchema.nullable(),
      problems: z.array(problemSchema),
    }),
    writes: false,
    remembered: false,
  }),
  'connections.entry': query({
    does: 'Returns an entry of connections.json for editing, without what must not be shown.',
    input: z.strictObject({ connectionId }),
    output: z.strictObject({
      entry: draftSchema,
      /** Paths that are `null` in the entry because their value stays in the file. */
      hidden: z.array(z.string()),
      problems: z.array(problemSchema),
      fingerprint,
    }),
  }),
  'connections.previewFile': query({
    does: 'Shows what a change would write to connections.json, line by line.',
    input: z.strictObject({ change: changeSchema }),
    output: previewSchema,
  }),
  'connections.saveFile': command({
    does: 'Writes a change to connections.json and reads it again. Keeps a copy of the file before.',
    input: z.strictObject({ change: changeSchema, fingerprint }),
    output: z.strictObject({
      answer: z.discriminatedUnion('state', [
        z.strictObject({ state: z.literal('saved'), ...fileReadAgainSchema.shape }),
        /** The file was changed by something else, or the change has mistakes: nothing was written. */
        z.strictObject({ state: z.literal('conflict'), ...previewSchema.shape }),
        z.strictObject({ state: z.literal('mistakes'), ...previewSchema.shape }),
      ]),
    }),
    writes: false,
    remembered: false,
  }),
  'connections.export': query({
    does: 'Writes connections for a colleague, without anything personal.',
    input: z.strictObject({ connectionIds: z.array(connectionId).min(1).max(500) }),
    output: z.strictObject({ text: z.string(), notes: z.array(z.string()) }),
  }),
  'connections.readImport': query({
    does: "Reads a colleague's export, a connections.json, or what the AWS Toolkit uses. Nothing is saved.",
    input: z.strictObject({ text: z.string().max(400_000) }),
    output: z.strictObject({
      from: z.enum(['sluice', 'connections-file', 'aws-configuration', 'aws-toolkit', 'nothing-known']),
      entries: z.array(
        z.strictObject({
          entry: draftSchema,
          /** Paths that the entry still needs from a person. */
          asks: z.array(z.string()),
          notes: z.array(z.string()),
        }),
      ),
      problems: z.array(problemSchema),
    }),
  }),
} as const;
