import type { Dispatch } from '#local/aws/dispatch.ts';
import { buildProblem } from '#shared/pipeline-api/problem.ts';

type Answer = Awaited<ReturnType<Dispatch>>;
type Way = (real: () => Promise<Answer>, path: string, key: string | undefined) => Promise<Answer>;

/** The provider does not offer the file just now. Nothing was done, but the caller cannot be sure of that. */
export function busy(): Answer {
  const body = Buffer.from(JSON.stringify(buildProblem('try-again', 'The provider does not answer.')));
  return { status: 503, headers: { 'content-type': 'application/problem+json' }, body };
}

/**
 * Replaces the pipeline API for downloads with answers that a test chooses. It counts the real effects by
 * address.
 */
export function anApiThat() {
  let way: Way | undefined;
  const done = new Map<string, number>();
  const through =
    (dispatch: Dispatch): Dispatch =>
    async (request, signal) => {
      if (!request.path.startsWith('/pipeline/v1/downloads')) return dispatch(request, signal);
      const real = async (): Promise<Answer> => {
        const answer = await dispatch(request, signal);
        const isNew = answer.headers['idempotency-replayed'] !== 'true';
        if (answer.status < 300 && isNew) done.set(request.path, (done.get(request.path) ?? 0) + 1);
        return answer;
      };
      return way === undefined ? real() : way(real, request.path, request.headers['idempotency-key']);
    };
  return { through, done, answers: (next: Way | undefined) => void (way = next) };
}
