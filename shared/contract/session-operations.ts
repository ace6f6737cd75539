import { z } from 'zod';
import { command, nothing, query, watch } from './define.ts';
import { sandboxSchema, sandboxSeedSchema } from './sandbox.ts';
import { connectionSummarySchema, sessionSchema } from './session.ts';

/** Where the console works and as whom: the session, its connections and the sandbox. */
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
  }),

  'connections.list': query({
    does: 'Lists the configured connections and what is wrong with their file.',
    input: nothing,
    output: z.strictObject({
      file: z.string(),
      connections: z.array(connectionSummarySchema),
      problems: z.array(z.strictObject({ path: z.string(), problem: z.string() })),
    }),
  }),
  'connections.open': command({
    does: 'Makes a connection the one the console works on.',
    input: z.strictObject({ connectionId: z.string().min(1).max(64) }),
    output: sessionSchema,
  }),

  'sandbox.read': query({
    does: 'Says which world the sandbox holds, since when, and whether live traffic runs.',
    input: nothing,
    output: sandboxSchema,
  }),
  'sandbox.setTraffic': command({
    does: 'Pauses or resumes the live traffic of the sandbox.',
    input: z.strictObject({ paused: z.boolean() }),
    output: sandboxSchema,
  }),
  'sandbox.reset': command({
    does: 'Begins the sandbox anew, with the same seed or another; all that was done in it is gone.',
    input: z.strictObject({ seed: sandboxSeedSchema.optional() }),
    output: sandboxSchema,
  }),
} as const;
