import { join } from 'node:path';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { startPocketAwsWorker } from '#local/host/pocket-aws-in-worker.ts';
import type { OpenSandbox, SandboxControl } from '#main/aws/sandbox.ts';
import type { PipelineTransport } from '#main/pipeline/pipeline-api.ts';
import { sandboxSchema, type SandboxState } from '#shared/contract/sign-in.ts';

interface EmbeddedAwsOptions {
  readonly home: string;
  /** The built entry of its thread. */
  readonly workerFile: URL;
  /** Which world it should hold; left out, the one that is there. */
  readonly seed: number | undefined;
  /** What a person should hear about how it was opened. */
  readonly say: (notice: string) => void;
}

/** The sandbox's AWS and its pipelines, in a thread of their own, their state in the home folder. */
export function embeddedAws({ home, workerFile, seed, say }: EmbeddedAwsOptions): OpenSandbox {
  const region = 'local';
  const account = '000000000000';
  // Asked for at the start: who has begun another world since must not lose it when the thread is started anew.
  let asked = seed;
  return async (systems) => {
    const worker = await startPocketAwsWorker(workerFile, {
      folder: join(home, 'local'),
      region,
      account,
      systems,
      ...(asked === undefined ? {} : { seed: String(asked) }),
    });
    asked = undefined;
    for (const notice of worker.notices) say(notice);
    return {
      requestHandler: requestHandler(worker.dispatch),
      region,
      accountId: account,
      pipeline: sandboxPipeline(worker.dispatch),
      control: sandboxControl(worker.dispatch),
      hasEnded: () => worker.hasEnded(),
      close: () => worker.close(),
    };
  };
}

/** By the paths that `npm run local` has, too; only the socket is left out. */
export function sandboxControl(dispatch: Dispatch): SandboxControl {
  const read = (): Promise<SandboxState> => ask('GET', 'state');

  async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<SandboxState> {
    const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
    const request = { method, path: `/_local/${path}`, query: '', headers: {}, body: bytes };
    const answer = await dispatch(request);
    const text = typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body).toString('utf8');
    if (answer.status !== 200) throw new Error(`It answered ${answer.status}: ${text}`);
    // What else was asked of it says less than how it stands now.
    return path === 'state' ? sandboxSchema.parse(JSON.parse(text)) : read();
  }

  return {
    read,
    setTraffic: (paused) => ask('POST', 'traffic', { paused }),
    reset: (seed) => ask('POST', 'reset', seed === undefined ? {} : { seed }),
  };
}

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
