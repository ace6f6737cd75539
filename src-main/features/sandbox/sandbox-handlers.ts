import { refused, type Result } from '#shared/contract/result.ts';
import type { SandboxControl } from '../../aws/sandbox.ts';
import type { Handlers } from '../../gate/gate.ts';
import type { SessionStore } from '../../session/session-store.ts';

type Names = Extract<keyof Handlers, `sandbox.${string}`>;

export type ControlSandbox = <T>(use: (control: SandboxControl) => Promise<T>) => Promise<Result<T>>;

/** Controls the world of the sandbox while it is open; an account has no such control. */
export function sandboxHandlers(session: SessionStore, control: ControlSandbox): Pick<Handlers, Names> {
  const inSandbox: ControlSandbox = async (use) => {
    const { connection } = session.current();
    if (connection.kind === 'sandbox') return control(use);
    const message = `${connection.name} is an account, not the sandbox. Nothing was changed.`;
    return refused({ code: 'not-found', message, what: 'sandbox' });
  };

  return {
    'sandbox.read': () => inSandbox((sandbox) => sandbox.read()),
    'sandbox.setTraffic': ({ paused }) => inSandbox((sandbox) => sandbox.setTraffic(paused)),
    'sandbox.reset': async ({ seed }) => {
      const answer = await inSandbox((sandbox) => sandbox.reset(seed));
      if (answer.ok) session.sandboxWasReset();
      return answer;
    },
  };
}
