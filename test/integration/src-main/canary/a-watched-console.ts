import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { realClock } from '#local/world/clock.ts';
import { openConsole } from '#main/compose/open-console.ts';
import { contract, type OperationName } from '#shared/contract/contract.ts';
import { aHome } from '#test/builders/a-home.ts';
import { trusted } from '#test/builders/a-gate.ts';
import { anAccount } from '#test/builders/an-account.ts';
import { buildCanaries, marks, type Canary } from '#test/builders/canary/canaries.ts';
import type { Searched } from '#test/builders/canary/search.ts';

export interface Said extends Searched {
  readonly operation: string;
  readonly ok: boolean;
  /** The input decides which values the answer may show. */
  readonly input: unknown;
}

const keyId = `${marks['access key id']}EXAMPLE2`;
const keys = {
  AWS_ACCESS_KEY_ID: keyId,
  AWS_SECRET_ACCESS_KEY: `${marks['secret access key']}/k+${'s'.repeat(20)}=`,
  AWS_SESSION_TOKEN: `${marks['session token']}//${'t'.repeat(200)}==`,
};

/**
 * Opens a whole console on an account reached with the test's keys and token, and records everything it says.
 */
export async function aWatchedConsole() {
  let trouble: Dispatch | undefined;
  const account = await anAccount({
    clock: realClock(),
    answerFirst: async (request, signal) =>
      trouble === undefined ? named(await account.answer(request, signal)) : trouble(request, signal),
  });
  const token = account.tokenOf('admin');
  for (const [name, value] of Object.entries({ ...keys, SLUICE_TEST_TOKEN: token })) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const home = aHome();
  const connection = account.connection();
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections: [connection] }));
  const copied: string[] = [];
  const opened = await openConsole({
    host: 'browser',
    home,
    connection: connection.id,
    version: '0',
    writeClipboard: (text) => Promise.resolve(void copied.push(text)),
  });
  const said: Said[] = [];
  const watches: { stop(): void }[] = [];
  let isOpen = true;
  let count = 0;

  async function ask(operation: OperationName, input: unknown): Promise<unknown> {
    if (contract[operation].kind === 'watch') return watch(operation, input);
    const idempotencyKey = `key-of-canaries-${(count += 1)}`;
    const answer = await opened.gate.call(trusted, { operation, input, idempotencyKey });
    note(operation, input, answer);
    return answer;
  }

  function watch(operation: OperationName, input: unknown): void {
    const watching = opened.gate.watch(trusted, { operation, input }, (event) =>
      note(operation, input, event),
    );
    if (watching.ok) watches.push(watching.value);
    else note(operation, input, watching);
  }

  function note(operation: string, input: unknown, answer: { readonly ok: boolean }): void {
    said.push({ where: operation, operation, ok: answer.ok, input, text: JSON.stringify(answer) });
  }

  async function close(): Promise<void> {
    for (const one of watches.splice(0)) one.stop();
    if (isOpen) await opened.close();
    isOpen = false;
  }
  onTestFinished(close);

  const credentials: readonly Canary[] = [
    ...(['access key id', 'secret access key', 'session token'] as const).map((kind) => ({
      kind,
      of: 'the account',
      mark: marks[kind],
      text: marks[kind],
    })),
    ...buildCanaries('token of the API', 'admin', token),
  ];
  return {
    account,
    connection,
    home,
    said,
    copied,
    credentials,
    ask,
    close,
    /** Answers in the place of AWS and the API from now on. */
    be: (answering: Dispatch | undefined): void => void (trouble = answering),
  };
}

export type WatchedConsole = Awaited<ReturnType<typeof aWatchedConsole>>;

/** The test account calls a person by their key, so this replaces it with a name as in a real account. */
function named(answer: Awaited<ReturnType<Dispatch>>): Awaited<ReturnType<Dispatch>> {
  const text = Buffer.from(answer.body).toString('utf8');
  return text.includes(`user/${keyId}`) ? { ...answer, body: text.replaceAll(keyId, 'operator') } : answer;
}
