import type { Dispatch } from '#local/aws/dispatch.ts';

type Answer = Awaited<ReturnType<Dispatch>>;
type Way = (real: () => Promise<Answer>, path: string) => Promise<Answer>;

/** The pipelines' API about downloads, which answers as it is told to. What it has really done is counted by address. */
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
      return way === undefined ? real() : way(real, request.path);
    };
  return { through, done, answers: (next: Way | undefined) => void (way = next) };
}
