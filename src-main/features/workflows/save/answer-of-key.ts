import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { ReadsSoFar } from '../../../reads/paid-reads.ts';
import { isObject } from '../../../rows/read-row.ts';
import type { AskingToSave } from './asking.ts';

/** The workflow as the API answered this intent; null where it has not made the change under its key. */
export async function answerOfKey(
  { input, personId, doors }: AskingToSave,
  { paid }: ReadsSoFar,
): Promise<Result<Readonly<Record<string, unknown>> | null>> {
  const asked = { callerId: personId, idempotencyKey: input.intentKey };
  const read = paid(await doors.reader.run('extraction.requestOfCaller', asked, { consistent: true }));
  if (!read.ok) return read;
  const [request] = read.value.items;
  const answer = jsonOf((request && keyText(request.attributes, 'body')) ?? '');
  const workflow = isObject(answer) ? answer['workflow'] : undefined;
  return ok(isObject(workflow) ? workflow : null);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Begun and not answered, or of another kind: then it is not this change.
    return undefined;
  }
}
