import type { OperationName } from '#shared/pipeline-api/operations.ts';
import type { Problem } from '#shared/pipeline-api/problem.ts';
import type { Refusal } from '#shared/contract/result.ts';
import type { PipelineAnswer } from './pipeline-api.ts';

type NoSuccess = Exclude<PipelineAnswer<OperationName>, { readonly kind: 'answered' }>;

/**
 * What is told of a call that was not answered as it should be.
 * @param notDone what has not happened, as a sentence: "Nothing was reprocessed."
 */
export function pipelineFailure(answer: NoSuccess, notDone: string): Refusal {
  if (answer.kind === 'problem') return refusalBy(answer.problem, notDone);
  const why = sentence(answer.why);
  if (answer.kind === 'not-sent' && answer.needsSignIn) {
    return { code: 'sign-in-expired', message: `${why} ${notDone} ${signInFirst}` };
  }
  if (answer.kind === 'not-sent' && answer.unfit !== undefined) {
    return {
      code: 'invalid-input',
      message: `${why} ${notDone}`,
      issues: [{ path: answer.unfit, problem: 'is not as the pipeline API describes it' }],
    };
  }
  if (answer.kind === 'not-sent') {
    return {
      code: 'pipeline-unreachable',
      message: `${why} ${notDone} See that the pipeline API can be reached, then try again.`,
    };
  }
  return {
    code: 'pipeline-unreadable',
    message: `${why} Whether it was done is not known. Look how it stands before you do it again.`,
    // 0: there was no answer at all.
    status: answer.status ?? 0,
  };
}

function refusalBy({ code, title, detail, status }: Problem, notDone: string): Refusal {
  if (code === 'sign-in-expired' || code === 'not-signed-in') {
    return {
      code: 'sign-in-expired',
      message: `The pipeline API does not take this sign-in any more. ${notDone} ${signInFirst}`,
    };
  }
  const why = sentence(detail.trim() === '' ? title : detail);
  // Most details say it themselves.
  const consequence = /nothing was/i.test(why) ? '' : ` ${notDone}`;
  return {
    code: 'pipeline-refused',
    message: `The pipeline API refused it. ${why}${consequence} ${nextStep(code)}`,
    problem: code,
    status,
  };
}

function nextStep(code: Problem['code']): string {
  switch (code) {
    case 'role-required':
      return 'Ask somebody whose role may do it.';
    case 'all-tenants-required':
      return 'Ask somebody who sees all tenants.';
    case 'key-reused':
      return 'Begin the action anew.';
    case 'malformed-request':
    case 'json-required':
    case 'method-not-allowed':
    case 'idempotency-key-required':
      return 'This console and the pipelines may be of different versions.';
    default:
      return 'Look how it stands now, then decide again.';
  }
}

const signInFirst = 'Sign in again, then repeat it; nothing typed is lost.';

function sentence(why: string): string {
  return /[.!?]$/.test(why) ? why : `${why}.`;
}
