import { join } from 'node:path';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { startPocketAwsWorker } from '#local/host/pocket-aws-in-worker.ts';
import type { OpenSandbox, SandboxControl } from '#main/aws/sandbox.ts';
import type { PipelineTransport } from '#main/pipeline/pipeline-api.ts';
import { sandboxSchema, type SandboxState } from '#shared/contract/sign-in.ts';

interface EmbeddedAwsOptions {
  readonly home: string;
  /** This is the built entry of the worker thread. */
  readonly workerFile: URL;
  /** This is the world that it should hold; without it, the existing world is kept. */
  readonly seed: number | undefined;
  /** How many tenants it should have; without it, as many as the existing world. */
  readonly tenants?: number | undefined;
  /** Passes on a notice for the person about how it was opened. */
  readonly say: (notice: string) => void;
}

/** Runs the sandbox's AWS and its pipelines in a thread of their own, with their state in the home folder. */
export function embeddedAws({ home, workerFile, seed, tenants, say }: EmbeddedAwsOptions): OpenSandbox {
  const region = 'local';
  const account = '000000000000';
  // The seed counts at the first start only: a world that was created since must survive a restart of the thread.
  let asked = seed;
  return async (systems) => {
    const worker = await startPocketAwsWorker(workerFile, {
      folder: join(home, 'local'),
      region,
      account,
      systems,
      ...(asked === undefined ? {} : { seed: String(asked) }),
      ...(tenants === undefined ? {} : { tenants }),
    });
    asked = undefined;
    for (const notice of worker.notices) say(notice);
    return {
      requestHandler: requestHandler(worker.dispatch),
      region,
      accountId: account,
      pipeline: sandboxPipeline(worker.dispatch),
      control: sandboxControl(worker.dispatch),
      hasEnded: worker.hasEnded,
      close: () => worker.close(),
    };
  };
}

/** Uses the same paths as `npm run local`, without the socket. */
export function sandboxControl(dispatch: Dispatch): SandboxControl {
  const read = (): Promise<SandboxState> => ask('GET', 'state');

  async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<SandboxState> {
    const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body));
    const request = { method, path: `/_local/${path}`, query: '', headers: {}, body: bytes };
    const answer = await dispatch(request);
    const text = typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body).toString('utf8');
    if (answer.status !== 200) throw new Error(`It answered ${answer.status}: ${text}`);
    // The answers to other requests say less than the state does.
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

/** Reaches the sandbox's pipeline API from thread to thread; the messages are the same as over a socket. */
export function sandboxPipeline(dispatch: Dispatch): PipelineTransport {
  return {
    async send({ method, path, headers, body, signal }) {
      const bytes = body === undefined ? new Uint8Array() : Buffer.from(body);
      const request = { method, path: `/pipeline/v1${path}`, query: '', headers, body: bytes };
      const answer = await dispatch(request, signal);
      return { status: answer.status, headers: lowerCased(answer.headers), body: decodeBody(answer.body) };
    },
    // The token is fetched each time because a reset creates another world, which knows no old token.
    async signIn(personId) {
      const request = {
        method: 'GET',
        path: '/_local/world',
        query: '',
        headers: {},
        body: new Uint8Array(),
      };
      const { personas } = JSON.parse(decodeBody((await dispatch(request)).body)) as World;
      const token = personas.find(({ id }) => id === personId)?.token;
      if (token === undefined) throw new Error(`The sandbox has no person called "${personId}".`);
      return `Bearer ${token}`;
    },
  };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function decodeBody(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}
