import type { Dispatch } from '#local/aws/dispatch.ts';
import type { PipelineTransport } from '#main/pipeline/transport.ts';

interface World {
  readonly personas: readonly { readonly id: string; readonly token: string }[];
}

/** The pipeline API of the sandbox, from thread to thread; what is said is what would go over a socket. */
export function sandboxPipeline(dispatch: Dispatch): PipelineTransport {
  return {
    async send({ method, path, headers, body, signal }) {
      const bytes = body === undefined ? new Uint8Array() : Buffer.from(body);
      const request = { method, path: `/pipeline/v1${path}`, query: '', headers, body: bytes };
      const answer = await dispatch(request, signal);
      return { status: answer.status, headers: lowerCased(answer.headers), body: textOf(answer.body) };
    },
    // Asked for each time: a reset brings another world, which knows nobody's old token.
    async signIn(personId) {
      const request = {
        method: 'GET',
        path: '/_local/world',
        query: '',
        headers: {},
        body: new Uint8Array(),
      };
      const { personas } = JSON.parse(textOf((await dispatch(request)).body)) as World;
      const token = personas.find(({ id }) => id === personId)?.token;
      if (token === undefined) throw new Error(`The sandbox knows nobody called "${personId}".`);
      return `Bearer ${token}`;
    },
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}
