import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { problemSchema, problemStatus, type Problem } from '#shared/pipeline-api/problem.ts';
import type { HttpAnswer } from './transport.ts';
import { placesOf } from './write-request.ts';

export type ReadAnswer =
  | { readonly kind: 'answered'; readonly value: unknown }
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'unclear'; readonly why: string; readonly status: number };

/** Far more than any call of the description answers with. */
export const longestAnswer = 8 * 1_048_576;

/**
 * What an answer says for certain. Only a problem of the 400s is a refusal by which nothing was done: behind
 * `try-again` and `unexpected` a long change may have begun, and the API itself says so.
 */
export function readAnswer(operation: ApiOperation, { status, body }: HttpAnswer): ReadAnswer {
  const unclear = (what: string): ReadAnswer => ({
    kind: 'unclear',
    why: `The pipeline API answered ${status} with ${what}.`,
    status,
  });
  if (Buffer.byteLength(body) > longestAnswer) return unclear('more than 8 MB');
  const json = parsed(body);
  if (json === notJson) return unclear('something that is not JSON');
  if (status >= 200 && status < 300) {
    const value = operation.answers.schema.safeParse(json);
    if (value.success) return { kind: 'answered', value: value.data };
    const places = placesOf(value.error);
    return unclear(`something else than its description promises${places && ` (${places})`}`);
  }
  const problem = problemSchema.safeParse(json);
  if (!problem.success) return unclear('something that is no problem of its description');
  const { code, detail } = problem.data;
  const isAsDescribed = problem.data.status === status && problemStatus[code] === status;
  if (!isAsDescribed) return unclear(`the problem "${code}", which has another status`);
  if (status < 500) return { kind: 'problem', problem: problem.data };
  return unclear(`"${code}": ${withoutStop(detail)}`);
}

const notJson = Symbol('not JSON');

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return notJson;
  }
}

function withoutStop(sentence: string): string {
  return sentence.slice(0, 1_000).replace(/\.$/, '');
}
