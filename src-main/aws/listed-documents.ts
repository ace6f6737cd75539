import { z } from 'zod';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { detailsOf, historySchema, type HistoryEvent } from './history-events.ts';
import type { SfnQuestion } from './sfn-reads.ts';

/** The state that makes the list, by its name in the definition. */
const listState = 'ListDocuments';

/** Before it there are two states, each retried four times at most. */
const pageSize = 50;
const mostPages = 4;

/**
 * Which documents the Map was given, in the order of its iterations. It is the one payload that is opened, and only as
 * far as the state that lists them; nothing of it but the ids is handed on.
 */
export async function listedDocuments(question: SfnQuestion): Promise<Result<readonly string[]>> {
  let nextToken: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await question.history(historySchema, {
      includeExecutionData: true,
      maxResults: pageSize,
      ...(nextToken !== undefined && { nextToken }),
    });
    if (!answer.ok) return answer;
    const exited = answer.value.events.find(isItsEnd);
    if (exited !== undefined) return idsOf(exited, question);
    nextToken = answer.value.nextToken ?? undefined;
    if (nextToken === undefined) break;
  }
  // It has not come so far, or never will.
  return ok([], question.receipt(0));
}

function isItsEnd(event: HistoryEvent): boolean {
  return event.type.endsWith('StateExited') && detailsOf(event)['name'] === listState;
}

const outputSchema = z.object({ documentIds: z.array(z.string().min(1).max(256)) });

function idsOf(exited: HistoryEvent, question: SfnQuestion): Result<readonly string[]> {
  const { output } = detailsOf(exited);
  const parsed = outputSchema.safeParse(typeof output === 'string' ? jsonOf(output) : undefined);
  if (parsed.success) return ok(parsed.data.documentIds, question.receipt(parsed.data.documentIds.length));
  return refused({
    code: 'aws-refused',
    message: `The output of the state "${listState}" has no list of document ids, so the iterations stay without their documents. Nothing else is missing. Compare the deployed state machine with the one that this console knows.`,
    service: 'Step Functions',
    name: 'UnreadableAnswer',
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
