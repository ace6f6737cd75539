import type { Failure } from '#shared/contract/result.ts';
import type { Persona } from '#shared/contract/session.ts';
import type { OperationName } from '#shared/pipeline-api/operations.ts';
import type { PipelineAnswer, PipelineApi } from '../pipeline/pipeline-api.ts';
import { forward, wrapDoors, type ConnectionDoors, type DoorAnswer } from './doors.ts';

/** Receives what was kept from the person. */
type Keep = (message: string) => void;

/**
 * Keeps the words of AWS and of a foreign pipeline API from a reviewer: they name attributes, keys and indexes, and help
 * only who can look at these. The full sentence goes to the log. Everyone else has it on the page.
 */
export function plainDoors(doors: ConnectionDoors, who: Persona | null, keep: Keep): ConnectionDoors {
  if (who?.role !== 'reviewer') return doors;
  const asked = ['reader', 'executions', 'files'] as const;
  const plain = wrapDoors(asked, (call) => {
    if (call.kind === 'note') return forward(doors, call);
    return Promise.resolve<DoorAnswer>(forward(doors, call)).then((answer) => toPlainAnswer(answer, keep));
  });
  return { ...doors, ...plain, pipeline: plainPipeline(doors.pipeline, keep) };
}

function toPlainAnswer(answer: DoorAnswer, keep: Keep): DoorAnswer {
  if (answer === undefined || !('ok' in answer) || answer.ok) return answer;
  return { ...answer, failure: toPlainFailure(answer.failure, keep) };
}

function toPlainFailure(failure: Failure, keep: Keep): Failure {
  if (failure.code !== 'aws-refused') return failure;
  keep(failure.message);
  const message = `${failure.service} refused it, so this was not read. Try again. If it stays so, tell support: the log has the answer of ${failure.service}.`;
  return { ...failure, message };
}

/** A pipeline API is the same object for as long as it is open, and so is the plain one over it. */
const plainPipelines = new WeakMap<PipelineApi, PipelineApi>();

function plainPipeline(pipeline: PipelineApi, keep: Keep): PipelineApi {
  const known = plainPipelines.get(pipeline);
  if (known !== undefined) return known;
  const plain: PipelineApi = {
    call: async (name, call) => toPlainExchange(await pipeline.call(name, call), keep),
  };
  plainPipelines.set(pipeline, plain);
  return plain;
}

function toPlainExchange<N extends OperationName>(answer: PipelineAnswer<N>, keep: Keep): PipelineAnswer<N> {
  switch (answer.kind) {
    case 'not-sent':
      if (answer.unfit === undefined) return answer;
      keep(answer.why);
      return {
        ...answer,
        why: 'The console could not write this in the form that the pipeline API takes. Tell support: the log says which part.',
        unfit: 'request',
      };
    case 'unclear': {
      const why = answer.why.replace(placesInAnswer, '');
      if (why !== answer.why) keep(answer.why);
      return { ...answer, why };
    }
    case 'problem': {
      const { errors, ...problem } = answer.problem;
      if (problem.code !== 'malformed-request') return answer;
      keep([problem.detail, ...(errors ?? []).map(({ at, problem: wrong }) => `${at}: ${wrong}`)].join(' '));
      const detail = 'The request was not as the pipeline API describes it. Nothing was done.';
      return { ...answer, problem: { ...problem, detail } };
    }
    default:
      return answer;
  }
}

/** "… something else than its description promises (document.claimedBy, document.fields)." */
const placesInAnswer = / \([\w$][\w$.[\], -]*\)(?=\.?$)/;
