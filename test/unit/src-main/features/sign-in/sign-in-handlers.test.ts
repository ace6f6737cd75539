import { describe, expect, it, vi } from 'vitest';
import { openAuditLog } from '#main/audit/audit-log.ts';
import { hashedOfSignIn, signInHandlers } from '#main/features/sign-in/sign-in-handlers.ts';
import type { SignIns } from '#main/session/sign-ins.ts';
import { aGate, trusted } from '#test/builders/a-gate.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aSession } from '#test/builders/a-session.ts';

function aDesk(signIns: 'none' | 'without an API' | 'both' = 'both') {
  const credentials = {
    signIn: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    answer: vi.fn<(id: string, code: string) => boolean>((id) => id === 'prompt-1'),
    giveUp: vi.fn<(id: string) => boolean>((id) => id === 'prompt-1'),
  };
  const api = {
    signIn: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  };
  const known = { credentials, api: signIns === 'both' ? api : null } as unknown as SignIns;
  const lines: string[] = [];
  const audit = openAuditLog({
    home: aHome(),
    now: () => 0,
    who: () => ({ connection: 'staging', person: null }),
    hashed: hashedOfSignIn,
    open: () => ({ append: (line: string) => void lines.push(line), close: () => undefined }),
  });
  const handlers = signInHandlers({ current: () => aSession() }, () => (signIns === 'none' ? null : known));
  const { gate, logged } = aGate({ handlers, audit });
  const call = (operation: string, input: object) => gate.call(trusted, { operation, input });
  return { call, credentials, api, lines, logged };
}

describe('signing in', () => {
  it('is passed to its connection, and answers with the session', async () => {
    const { call, credentials, api } = aDesk();
    expect(await call('connections.signIn', { to: 'aws' })).toMatchObject({
      ok: true,
      value: { host: 'browser' },
    });
    expect([credentials.signIn.mock.calls.length, api.signIn.mock.calls.length]).toEqual([1, 0]);
    expect(await call('connections.signIn', { to: 'pipeline' })).toMatchObject({ ok: true });
    expect(api.signIn).toHaveBeenCalledTimes(1);
  });

  it('is refused if there is nothing to sign in to', async () => {
    const sandbox = await aDesk('none').call('connections.signIn', { to: 'aws' });
    expect(sandbox).toMatchObject({
      failure: { code: 'not-found', message: expect.stringContaining('Nothing') },
    });
    const { call, credentials } = aDesk('without an API');
    expect(await call('connections.signIn', { to: 'pipeline' })).toMatchObject({
      failure: { code: 'not-found' },
    });
    expect(credentials.signIn).not.toHaveBeenCalled();
    expect(await call('connections.giveUpSignIn', { promptId: 'prompt-2' })).toMatchObject({ ok: false });
  });

  it('takes a code for the waiting prompt, and dismisses the named one', async () => {
    const { call, credentials } = aDesk();
    expect(await call('connections.answerCode', { promptId: 'prompt-1', code: '123456' })).toMatchObject({
      ok: true,
    });
    expect(credentials.answer).toHaveBeenCalledWith('prompt-1', '123456');
    expect(await call('connections.giveUpSignIn', { promptId: 'prompt-1' })).toMatchObject({ ok: true });
    const late = { failure: { code: 'not-found', what: 'prompt' } };
    expect(await call('connections.answerCode', { promptId: 'prompt-2', code: '123456' })).toMatchObject(
      late,
    );
    expect(await call('connections.giveUpSignIn', { promptId: 'prompt-2' })).toMatchObject(late);
  });
});

describe('the code of a device', () => {
  it('cannot be found in the audit, nor in the log', async () => {
    const { call, lines, logged } = aDesk();
    const codes = ['123456', '654321', '987654', '12345678', 'not a code: 777777'];
    for (const code of codes) await call('connections.answerCode', { promptId: 'prompt-1', code });
    const kept = [...lines, ...logged.map((entry) => JSON.stringify(entry))].join('\n');
    // Only whole words count, because the digits of a hash may contain the code by chance.
    for (const code of codes) expect(kept).not.toMatch(new RegExp(String.raw`\b${code}\b`));
    // The hash is the same for every input, so a table of hashes cannot reveal the code.
    const hashes = lines.flatMap((line) => /"inputSha256":"(\w+)"/.exec(line)?.[1] ?? []);
    expect(hashes).toHaveLength(3);
    expect(new Set(hashes).size).toBe(1);
  });

  it('is the only thing left out: other calls are hashed in full', () => {
    expect(hashedOfSignIn('connections.answerCode', { promptId: 'a', code: '123456' })).toEqual({
      promptId: 'a',
    });
    expect(hashedOfSignIn('connections.signIn', { to: 'aws' })).toEqual({ to: 'aws' });
    expect(hashedOfSignIn('connections.answerCode', null)).toBeNull();
  });
});
