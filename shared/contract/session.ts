import { z } from 'zod';
import { environmentSchema } from '../domain/connection.ts';
import { command, nothing, query, roleSchema, watch } from './define.ts';
import {
  sandboxSchema,
  sandboxSeedSchema,
  signInSchema,
  typedName,
  writingMinutes,
  writingReason,
  writingSchema,
} from './sign-in.ts';
import { codePattern } from '../domain/sign-in-limits.ts';

/** A connection as a page sees it. It never contains a credential. */
const connectionSummarySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['sandbox', 'aws']),
  environment: environmentSchema,
  region: z.string(),
  accountId: z.string().nullable(),
  /** The present state. A connection that can be unlocked is read-only until it is. */
  readOnly: z.boolean(),
  /** Whether writing can be unlocked for a while. Production allows that unless its entry says read-only. */
  unlockable: z.boolean(),
  /** Whether a dead letter may be redriven with an edited body. */
  editAndRedrive: z.boolean(),
  /** The deployment as every machine names it, by `deploymentKey`; links of cases carry it. */
  deployment: z.string(),
});
export type ConnectionSummary = z.infer<typeof connectionSummarySchema>;

const personaSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  /** The tenants whose data this person may see. */
  tenants: z.union([z.literal('*'), z.array(z.string())]),
});
export type Persona = z.infer<typeof personaSchema>;

/** Null if it is not known yet, because a real connection's role comes from its pipeline API. */
const whoSchema = personaSchema.nullable();

const sessionSchema = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  connection: connectionSummarySchema,
  who: whoSchema,
  personas: z.array(personaSchema),
  signIn: signInSchema,
  /** The time until which production can be written to. It is null if it cannot, or if no unlocking is needed. */
  writing: writingSchema.nullable(),
  notices: z.array(z.string()),
  /** The number of sandbox resets. Data read before a reset is void. */
  sandboxResets: z.int(),
  /** Tells which of two sessions of one process is the newer, because an answer may arrive after a later push. */
  revision: z.strictObject({ process: z.string(), change: z.int() }),
});
export type Session = z.infer<typeof sessionSchema>;

export const checkAreas = [
  'identity',
  'tables',
  'queues',
  'workflows',
  'files',
  'alarms',
  'pipeline',
] as const;

/** `lacking` means that the endpoint does not have this part, and that the console works without it. */
const checkStates = ['works', 'lacking', 'differs', 'denied', 'missing', 'failed', 'not-checked'] as const;

const differenceSchema = z.strictObject({
  /** The place: "index GSI1", "attribute GSI1SK", "redrive policy". */
  where: z.string(),
  expected: z.string(),
  found: z.string(),
  /** The part of the console that fails because of it, if any. */
  means: z.string(),
  /** False if the console works in spite of it. */
  matters: z.boolean(),
});

/** One call that the console needs, tried once. */
export const checkSchema = z.strictObject({
  id: z.string(),
  area: z.enum(checkAreas),
  /** The subject of the check: "Table autowired-staging". */
  title: z.string(),
  state: z.enum(checkStates),
  /** One sentence that says whether it works, and what a failure affects. */
  told: z.string(),
  /** The IAM action and its resource; null if the check is not a call to AWS. */
  action: z.string().nullable(),
  resource: z.string().nullable(),
  differences: z.array(differenceSchema),
  ms: z.number(),
});
export type Check = z.infer<typeof checkSchema>;

/** The result of checking a connection. No data of the connection is read for it. */
export const checkReportSchema = z.strictObject({
  connectionId: z.string(),
  at: z.string(),
  ms: z.number(),
  checks: z.array(checkSchema),
  /** A policy that would allow what was denied, for copying; null if nothing was denied. */
  policy: z.string().nullable(),
  /** Notes on the whole report: checks left out for a role, and limits of the policy. */
  notes: z.array(z.string()),
});
export type CheckReport = z.infer<typeof checkReportSchema>;

/** A connection as declared in connections.json and completed by the convention. It never contains a secret. */
export const connectionDetailsSchema = z.strictObject({
  connectionId: z.string(),
  /** The way it signs in to AWS, in words: "profile staging". It is null in the sandbox, which needs no sign-in. */
  credentials: z.string().nullable(),
  stage: z.string().nullable(),
  /** The addresses that differ from AWS's own. */
  endpoints: z.array(z.strictObject({ service: z.string(), address: z.string() })),
  pipelineApi: z
    .strictObject({
      baseUrl: z.string(),
      /** The source of its token, in words. A command is shown by its program alone. */
      from: z.string(),
    })
    .nullable(),
  systems: z.array(
    z.strictObject({
      system: z.string(),
      label: z.string(),
      names: z.array(
        z.strictObject({
          part: z.string(),
          /** Null if neither the file nor the convention names it. */
          name: z.string().nullable(),
          from: z.enum(['file', 'convention', 'unnamed']),
        }),
      ),
    }),
  ),
});
export type ConnectionDetails = z.infer<typeof connectionDetailsSchema>;

const idInFile = z.string();

/** An entry that differs in the file or is gone from it. The console uses the old one until it restarts. */
const outdatedEntrySchema = z.strictObject({ connectionId: idInFile, inFile: z.enum(['changed', 'gone']) });
export type OutdatedEntry = z.infer<typeof outdatedEntrySchema>;

/** The connections that the console knows, and the problems in their file. */
const connectionsFileSchema = z.strictObject({
  file: z.string(),
  readAt: z.iso.datetime(),
  connections: z.array(connectionSummarySchema),
  problems: z.array(z.strictObject({ path: z.string(), problem: z.string() })),
  kept: z.array(outdatedEntrySchema),
});

/** The changes since the file was last read. */
export const fileReadAgainSchema = z.strictObject({
  ...connectionsFileSchema.shape,
  added: z.array(idInFile),
  changed: z.array(idInFile),
  removed: z.array(idInFile),
});

const connectionId = z.string().min(1).max(64);
const promptId = z.string().min(1).max(64);

/** Operations on connections: which one is open, how it is signed in to, and how long it can be written to. */
const connectionOperations = {
  'connections.list': query({
    does: 'Lists the configured connections and what is wrong with their file.',
    input: nothing,
    output: connectionsFileSchema,
  }),
  'connections.readFile': command({
    does: 'Reloads connections.json and applies it to every connection that has not been used yet.',
    input: nothing,
    output: fileReadAgainSchema,
    writes: false,
    remembered: false,
  }),
  'connections.read': query({
    does: 'Returns the resource names of a connection and how it signs in.',
    input: z.strictObject({ connectionId }),
    output: connectionDetailsSchema,
  }),
  'connections.open': command({
    does: 'Opens a connection.',
    input: z.strictObject({ connectionId }),
    output: sessionSchema,
    writes: false,
  }),
  'connections.check': command({
    does: 'Makes each call that a connection needs once, and says what works, what is denied and what would allow it. Reads no data.',
    input: z.strictObject({ connectionId }),
    output: checkReportSchema,
    writes: false,
    remembered: false,
  }),
  'connections.signIn': command({
    does: 'Signs in to the AWS account or the pipeline API of the open connection, again if needed.',
    input: z.strictObject({ to: z.enum(['aws', 'pipeline']) }),
    output: sessionSchema,
    writes: false,
    remembered: false,
  }),
  'connections.answerCode': command({
    does: 'Sends the code that a device shows, once.',
    input: z.strictObject({
      promptId,
      code: z.string().regex(codePattern, 'expected the 6 digits that the device shows'),
    }),
    output: sessionSchema,
    writes: false,
    remembered: false,
  }),
  'connections.giveUpSignIn': command({
    does: 'Cancels a prompt for a code; no prompt appears until the next sign-in.',
    input: z.strictObject({ promptId }),
    output: sessionSchema,
    writes: false,
    remembered: false,
  }),
  'connections.unlock': command({
    does: 'Opens a production connection for writing, for a while and with a reason.',
    input: z.strictObject({ connectionId, typed: typedName, minutes: writingMinutes, reason: writingReason }),
    output: sessionSchema,
    writes: false,
  }),
  'connections.lock': command({
    does: 'Ends write access; the connection is read-only again at once.',
    input: nothing,
    output: sessionSchema,
    writes: false,
  }),
} as const;

/** The session, its connections and the sandbox. */
export const sessionOperations = {
  'session.current': query({
    does: 'Says which connection is open, as whom, and on which host.',
    input: nothing,
    output: sessionSchema,
  }),
  'session.watch': watch({
    does: 'Pushes the session whenever it changes, from whichever window.',
    input: nothing,
    output: sessionSchema,
  }),
  'session.actAs': command({
    does: 'Switches the sandbox persona.',
    input: z.strictObject({ personaId: z.string().min(1).max(64) }),
    output: sessionSchema,
    writes: false,
  }),

  ...connectionOperations,

  'sandbox.read': query({
    does: 'Returns the seed and age of the sandbox, and whether live traffic runs.',
    input: nothing,
    output: sandboxSchema,
  }),
  'sandbox.setTraffic': command({
    does: 'Pauses or resumes the live traffic of the sandbox.',
    input: z.strictObject({ paused: z.boolean() }),
    output: sandboxSchema,
    writes: false,
  }),
  'sandbox.reset': command({
    does: 'Resets the sandbox, with the same seed or another; everything done in it is deleted.',
    input: z.strictObject({ seed: sandboxSeedSchema.optional() }),
    output: sandboxSchema,
    writes: false,
  }),
} as const;
