import type { Outcome } from '#shared/contract/review/decisions.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Problem } from '#shared/pipeline-api/problem.ts';
import { pipelineFailure } from '../../../../pipeline/pipeline-failure.ts';
import { jsonAttributes } from '../../../../rows/read-row.ts';
import { standingOf } from '../standing.ts';
import type { Answer, Asking, WhatBecame } from './change.ts';
import { doneOf, heldBy } from './done-of.ts';
import { lookAgain, lookUp, lookWhetherItStands } from './look-again.ts';
import { refusalOf } from './refusal-words.ts';

/** A lost race is an outcome and no failure: the page has to show it. */
export async function outcomeOf(answer: Answer, asking: Asking): Promise<WhatBecame> {
  switch (answer.kind) {
    case 'answered': {
      const item = jsonAttributes(answer.value.document);
      const standing = standingOf(item);
      if (standing.version > asking.change.seen.version)
        return { result: ok(doneOf(standing, asking)), item };
      // The same request again, by somebody who has read the document since.
      return { result: await lookWhetherItStands(standing, asking) };
    }
    case 'problem':
      return {
        result: await byProblem(answer.problem, asking),
        ...(answer.problem.current !== undefined && { item: jsonAttributes(answer.problem.current) }),
      };
    case 'unclear':
      return lookUp(answer.why, asking);
    default:
      return { result: refused(pipelineFailure(answer, asking.change.notDone)) };
  }
}

async function byProblem(problem: Problem, asking: Asking): Promise<Result<Outcome>> {
  switch (problem.code) {
    case 'claimed-by-another': {
      const held = heldBy(standingOf(jsonAttributes(problem.current ?? {})));
      return held === undefined ? lookAgain(problem, asking) : ok(held);
    }
    case 'stale-version':
    case 'not-in-review':
    case 'not-claimed-by-you':
    case 'key-reused':
      return lookAgain(problem, asking);
    default: {
      const refusal = refusalOf(problem, asking.change.notDone);
      if (refusal !== undefined) return ok(refusal);
      return refused(pipelineFailure({ kind: 'problem', problem }, asking.change.notDone));
    }
  }
}
