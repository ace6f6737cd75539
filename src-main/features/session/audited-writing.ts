import { z } from 'zod';

type Ids = Readonly<Record<string, string>>;

/** For how long and why. The reason was typed to be found again; that a name was typed is in the hash of the call. */
export function writingIds(operation: string, input: unknown): Ids {
  if (operation !== 'connections.unlock') return {};
  const { data } = inputSchema.safeParse(input);
  return data === undefined ? {} : { minutes: String(data.minutes), reason: data.reason };
}

/** Until when: what was done in that time is read beside it. */
export function writingOutcome(operation: string, value: unknown): Ids | undefined {
  if (operation !== 'connections.unlock') return undefined;
  const { data } = outcomeSchema.safeParse(value);
  return data === undefined ? undefined : { until: data.writing.until };
}

const inputSchema = z.object({ minutes: z.number(), reason: z.string() });
const outcomeSchema = z.object({ writing: z.object({ until: z.string() }) });
