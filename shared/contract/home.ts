import { z } from 'zod';
import { command, nothing, query } from './define.ts';

const lossReason = z.enum(['empty', 'damaged', 'cut', 'folder', 'unreadable']);
export type LossReason = z.infer<typeof lossReason>;

/** A file that could not be read. It lies under `aside`, and the console goes on without it. */
const lostFileSchema = z.strictObject({
  path: z.string(),
  aside: z.string(),
  at: z.string(),
  reason: lossReason,
  /** Names what the file holds, such as "Pinned and recently opened tenants". */
  title: z.string(),
  /** Says what its loss means. */
  means: z.string(),
  /** The path of the page that uses the content; null if none does. */
  page: z.string().nullable(),
});
export type LostFile = z.infer<typeof lostFileSchema>;

const homeFileSchema = z.strictObject({
  path: z.string(),
  kind: z.string(),
  bytes: z.number(),
  /** `not-read`: the console never reads it back, or only its owner does. */
  state: z.enum(['whole', 'damaged', 'set-aside', 'not-read', 'unknown']),
  /** Says what is wrong with it, what that means and what to do; null where nothing is. */
  problem: z.strictObject({ says: z.string(), means: z.string(), next: z.string() }).nullable(),
});
export type HomeFile = z.infer<typeof homeFileSchema>;

const namedFact = z.strictObject({ name: z.string(), value: z.string() });

export const examinationSchema = z.strictObject({
  at: z.string(),
  home: z.string(),
  kinds: z.array(z.strictObject({ kind: z.string(), title: z.string() })),
  files: z.array(homeFileSchema),
  disk: z.strictObject({ freeBytes: z.number(), totalBytes: z.number(), isLow: z.boolean() }).nullable(),
  versions: z.array(namedFact),
  /** The names of the settings that say how to leave this machine, and never a value. */
  network: z.strictObject({
    proxies: z.array(z.strictObject({ name: z.string(), problem: z.string().nullable() })),
    /** The settings that name a file with certificates, and how many of these have ended. */
    certificates: z.array(
      z.strictObject({
        name: z.string(),
        count: z.int(),
        ended: z.int(),
        /** The first of the others to end; null where all have ended. */
        nextEnd: z.string().nullable(),
      }),
    ),
    /** The settings whose file cannot be read or has no certificate. */
    unusable: z.array(z.string()),
  }),
  connections: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      environment: z.string(),
      problem: z.string().nullable(),
    }),
  ),
});
export type Examination = z.infer<typeof examinationSchema>;

/** The answer of one host to one cheap call. */
export const reachedSchema = z.strictObject({
  connectionId: z.string(),
  name: z.string(),
  /** The call that was made, such as "STS GetCallerIdentity". */
  call: z.string(),
  state: z.enum(['works', 'failed', 'not-asked']),
  told: z.string(),
  /** How far this machine's clock is ahead of the answer's Date, in milliseconds; null where no answer said. */
  clockAheadMs: z.number().nullable(),
  /** The first certificate to expire on the way there; null without https. */
  certificateUntil: z.string().nullable(),
});
export type Reached = z.infer<typeof reachedSchema>;

/** How the console itself is: its files, its disk, its clock, its network. */
export const homeOperations = {
  'home.lost': query({
    does: 'Lists files of the home folder that could not be read and were set aside.',
    input: nothing,
    output: z.strictObject({ files: z.array(lostFileSchema) }),
  }),
  'home.examine': query({
    does: 'Reads every file of the home folder and says its state, with disk, versions and network settings.',
    input: nothing,
    output: examinationSchema,
  }),
  'home.reach': command({
    does: "Makes one cheap call to each connection, and compares this machine's clock with the answers.",
    input: nothing,
    output: z.strictObject({ at: z.string(), reached: z.array(reachedSchema) }),
    remembered: false,
    writes: false,
  }),
  'home.report': query({
    does: 'Writes a report for whoever helps: states, versions and log lines, without secrets or values.',
    input: nothing,
    output: z.strictObject({ fileName: z.string(), mediaType: z.string(), text: z.string() }),
  }),
} as const;
