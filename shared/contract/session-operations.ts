import { z } from 'zod';
import { connectionOperations } from './connections/operations.ts';
import { command, nothing, query, watch } from './define.ts';
import { sandboxSchema, sandboxSeedSchema } from './sandbox.ts';
import { sessionSchema } from './session.ts';

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
    writes: false,
  }),

  ...connectionOperations,

  'sandbox.read': query({
    does: 'Says which world the sandbox holds, since when, and whether live traffic runs.',
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
    does: 'Begins the sandbox anew, with the same seed or another; all that was done in it is gone.',
    input: z.strictObject({ seed: sandboxSeedSchema.optional() }),
    output: sandboxSchema,
    writes: false,
  }),
} as const;
