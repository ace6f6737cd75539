import { operations, type OperationName } from '#shared/pipeline-api/operations.ts';
import type { PipelineApi } from '../pipeline/pipeline-api.ts';

const described = new WeakMap<PipelineApi, Promise<Paths | string>>();

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Says why the pipeline API of a deployment does not offer a call; null if it does. The API describes itself, and a
 * description is read once for a connection.
 */
export async function whyNotOffered(
  pipeline: PipelineApi,
  name: OperationName,
  personId: string,
): Promise<string | null> {
  const known = described.get(pipeline) ?? readPaths(pipeline, personId);
  described.set(pipeline, known);
  const paths = await known;
  if (typeof paths === 'string') {
    // It may be reachable the next time.
    described.delete(pipeline);
    return paths;
  }
  const { method, path } = operations[name];
  if (paths[path]?.[method.toLowerCase()] !== undefined) return null;
  return `The pipeline API of this deployment has no ${method} ${path}. Update the pipelines to offer this.`;
}

async function readPaths(pipeline: PipelineApi, personId: string): Promise<Paths | string> {
  const answer = await pipeline.call('describeApi', { personId });
  if (answer.kind === 'answered') return answer.value.paths;
  const why = answer.kind === 'problem' ? answer.problem.title : answer.why;
  return `The pipeline API does not say which calls it has (${why.replace(/\.$/, '')}).`;
}
