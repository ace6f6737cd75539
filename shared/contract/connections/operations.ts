import { z } from 'zod';
import { command, nothing, query } from '../define.ts';
import { sessionSchema } from '../session.ts';
import { codePattern } from '../sign-in.ts';
import { checkReportSchema } from './check.ts';
import { connectionDetailsSchema } from './details.ts';
import { connectionsFileSchema, fileReadAgainSchema } from './file.ts';
import { typedName, writingMinutes, writingReason } from './writing.ts';

const connectionId = z.string().min(1).max(64);
const promptId = z.string().min(1).max(64);

/** Which connection is open, how it is signed in to, and for how long it may be written to. */
export const connectionOperations = {
  'connections.list': query({
    does: 'Lists the configured connections and what is wrong with their file.',
    input: nothing,
    output: connectionsFileSchema,
  }),
  'connections.readFile': command({
    does: 'Reads connections.json again and takes what it says of every connection that nobody has worked on yet.',
    input: nothing,
    output: fileReadAgainSchema,
    writes: false,
    remembered: false,
  }),
  'connections.read': query({
    does: 'Says what a connection calls its parts, and how it is signed in to.',
    input: z.strictObject({ connectionId }),
    output: connectionDetailsSchema,
  }),
  'connections.open': command({
    does: 'Makes a connection the one the console works on.',
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
    does: 'Signs in to the AWS account or the pipeline API of the open connection, anew if need be.',
    input: z.strictObject({ to: z.enum(['aws', 'pipeline']) }),
    output: sessionSchema,
    writes: false,
    remembered: false,
  }),
  'connections.answerCode': command({
    does: 'Hands over the code that a device shows, once.',
    input: z.strictObject({
      promptId,
      code: z.string().regex(codePattern, 'expected the 6 digits that the device shows'),
    }),
    output: sessionSchema,
    writes: false,
    remembered: false,
  }),
  'connections.giveUpSignIn': command({
    does: 'Answers a prompt for a code with nothing: nobody is asked again before somebody signs in.',
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
    does: 'Ends the time for writing: the connection is read-only again at once.',
    input: nothing,
    output: sessionSchema,
    writes: false,
  }),
} as const;
