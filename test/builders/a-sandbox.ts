import { onTestFinished } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '#local/host/open-sandbox.ts';
import { serveSandbox } from '#local/host/served-sandbox.ts';
import { createPast } from '#local/world/past/tell.ts';
import { drivenClock, type MovableClock } from '#local/world/clock.ts';
import type { Clients } from '#scripts/conformance/assertion.ts';
import { startOfTime } from './a-pocket-aws.ts';
import { clientsOver } from './aws-clients.ts';
import { rememberPast } from './remembered-past.ts';

export interface SandboxUnderTest extends Clients {
  readonly sandbox: Sandbox;
  readonly clock: MovableClock;
  /** Sends a request to a path under `/pipeline/v1` or `/_local`. */
  readonly ask: (
    method: string,
    path: string,
    more?: AskOptions,
  ) => Promise<{ status: number; body: unknown }>;
}

interface AskOptions {
  readonly body?: object;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const sharedPast = rememberPast(createPast());

/** Opens the whole sandbox in this thread, on a clock that stands still. */
export async function aSandbox(options: SandboxOptions = {}): Promise<SandboxUnderTest> {
  const clock = options.clock ?? drivenClock(startOfTime);
  const sandbox = await openSandbox({
    systems: Object.values(catalogue),
    ...(options.tenants === undefined && { past: sharedPast }),
    ...options,
    clock,
  });
  onTestFinished(() => sandbox.close());
  const { answer } = serveSandbox(sandbox);
  return {
    sandbox,
    clock,
    ...clientsOver(requestHandler(answer)),
    async ask(method, path, { body, token, headers = {} } = {}) {
      const response = await answer({
        method,
        path,
        query: '',
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body)),
      });
      return { status: response.status, body: JSON.parse(String(response.body)) as unknown };
    },
  };
}
