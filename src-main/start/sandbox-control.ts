import type { Dispatch } from '#local/aws/dispatch.ts';
import type { SandboxControl } from '#main/aws/sandbox.ts';
import { sandboxSchema, type SandboxState } from '#shared/contract/sign-in.ts';

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
