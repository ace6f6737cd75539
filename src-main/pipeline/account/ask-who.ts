import type { Persona } from '#shared/contract/session.ts';
import { openPipelineApi } from '../open-pipeline-api.ts';
import type { SendHttp } from '../transport.ts';
import { NoPass, type Pass } from './pass.ts';

/** Whose pass this is, by the API itself: its `me`. */
export function askWho(send: SendHttp): (pass: Pass) => Promise<Persona> {
  return async (pass) => {
    const api = openPipelineApi({
      send: async (request) => {
        const own = await pass.headersFor(request);
        return send({ ...request, headers: { ...request.headers, ...own } });
      },
      signIn: () => Promise.resolve(null),
    });
    const answer = await api.call('me', { personId: '' });
    if (answer.kind === 'answered') {
      const { sub, name, role, tenants } = answer.value;
      return { id: sub, name, role, tenants };
    }
    if (answer.kind !== 'problem') throw new NoPass(answer.why);
    const { code } = answer.problem;
    if (code === 'sign-in-expired') throw new NoPass(expired);
    throw new NoPass(notTaken(code), 'not-taken');
  };
}

const expired = 'The pipeline API says that this sign-in has expired.';

/** By its code: what it says beside may quote what it was sent. */
function notTaken(code: string): string {
  return `The pipeline API did not take this sign-in (${code}), so nobody is signed in there.`;
}
