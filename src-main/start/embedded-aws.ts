import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { findStateDamage } from '#local/journal/journal-file.ts';
import { startPocketAwsWorker } from '#local/host/pocket-aws-in-worker.ts';
import type { OpenSandbox, SandboxControl } from '#main/aws/sandbox.ts';
import { inspectKept, setAside } from '#main/home/lost-files.ts';
import type { PipelineTransport } from '#main/pipeline/pipeline-api.ts';
import type { LossReason } from '#shared/contract/home.ts';
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
    const start = () =>
      startPocketAwsWorker(workerFile, {
        folder: join(home, 'local'),
        region,
        account,
        systems,
        ...(asked === undefined ? {} : { seed: String(asked) }),
        ...(tenants === undefined ? {} : { tenants }),
      });
    const worker = await start().catch((error: unknown) => {
      // Damaged state is set aside, and a new world begins. Any other reason, such as another process, is told.
      if (!setStateAside(home, say)) throw error;
      return start();
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

/** Says what is wrong with a file of the sandbox's state, for the list of the home's files. */
export function examineSandbox(file: string): { readonly reason: LossReason; readonly says: string } | null {
  const found = inspectKept(file, () => true);
  if (found.state === 'lost') return found;
  const says = found.state === 'missing' ? null : findStateDamage(file);
  return says === null ? null : { reason: 'damaged', says };
}

/** Returns false where nothing of the state is damaged. A damaged journal takes all of it away, because the rest refers to it. */
function setStateAside(home: string, say: (notice: string) => void): boolean {
  const folder = join(home, 'local');
  const parts = { home, now: Date.now, log: { warn: (_fields: object, message: string) => say(message) } };
  let isAny = false;
  for (const name of namesIn(folder)) {
    if (name === 'blobs') continue;
    const found = examineSandbox(join(folder, name));
    if (found === null) continue;
    const isState = /^state-\d+\.journal$/.test(name);
    if (setAside(isState ? folder : join(folder, name), found.reason, parts)) isAny = true;
    if (isState) return isAny;
  }
  for (const name of namesIn(join(folder, 'blobs'))) {
    const file = join(folder, 'blobs', name);
    const found = examineSandbox(file);
    if (found !== null && setAside(file, found.reason, parts)) isAny = true;
  }
  return isAny;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The sandbox was never opened here.
    return [];
  }
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
