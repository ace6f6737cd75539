import { describe, expect, it, vi } from 'vitest';
import type { ApiSignIn, SignedIn } from '#main/pipeline/account/api-sign-in.ts';
import { tokenPass } from '#main/pipeline/account/pass.ts';
import { pipelineTransport } from '#main/pipeline/account/pipeline-transport.ts';
import { NotSent, type HttpAnswer, type SendHttp } from '#main/pipeline/transport.ts';
import { anAnswer } from '../a-transport.ts';
import { anExchange } from './a-pass-source.ts';

const who = { id: 'support', name: 'Mira Okafor', role: 'support', tenants: '*' } as const;
const first: SignedIn = { id: 'sign-in-1', pass: tokenPass('first', null), who };
const second: SignedIn = { id: 'sign-in-2', pass: tokenPass('second', null), who };

function aTransport(answers: readonly HttpAnswer[], renewed?: SignedIn, isThere = true) {
  const send = vi.fn<SendHttp>();
  for (const answer of answers) send.mockResolvedValueOnce(answer);
  const renew = vi.fn<ApiSignIn['renew']>(() => Promise.resolve(renewed));
  const signIn = {
    get: () => Promise.resolve(first),
    byId: (id: string) => (id === first.id ? first : undefined),
    current: () => (isThere ? first : undefined),
    renew,
  } as unknown as ApiSignIn;
  const transport = pipelineTransport(send, signIn);
  const sentAs = () => send.mock.calls.map(([{ headers }]) => headers['authorization']);
  return { transport, renew, sentAs, send };
}

const done = anAnswer(200, {});
const over = anAnswer(401, { code: 'sign-in-expired' });

describe('a request to the API of an account', () => {
  it('goes as the person it was begun by, or as whoever is there where nobody is named', async () => {
    const { transport, sentAs } = aTransport([done]);
    expect(await transport.signIn('support')).toBe('sign-in-1');
    expect(await transport.signIn('')).toBe('sign-in-1');
    await expect(transport.signIn('somebody-else')).rejects.toThrow(/knows you as Mira Okafor/);
    await transport.send({ ...anExchange, headers: { authorization: 'sign-in-1', accept: 'x' } });
    expect(sentAs()).toEqual(['Bearer first']);
  });

  it('is not sent under a sign-in that is not known any more', async () => {
    const { transport, send } = aTransport([]);
    const sent = transport.send({ ...anExchange, headers: { authorization: 'sign-in-0' } });
    await expect(sent).rejects.toBeInstanceOf(NotSent);
    expect(send).not.toHaveBeenCalled();
  });

  it('is sent once more, the same, where the sign-in was over', async () => {
    const { transport, renew, sentAs, send } = aTransport([over, done], second);
    const request = {
      ...anExchange,
      method: 'POST',
      body: '{}',
      headers: { authorization: 'sign-in-1', 'idempotency-key': 'k' },
    };
    expect(await transport.send(request)).toBe(done);
    expect(renew).toHaveBeenCalledExactlyOnceWith(first);
    expect(sentAs()).toEqual(['Bearer first', 'Bearer second']);
    const [[one], [other]] = send.mock.calls as [[object], [object]];
    expect({ ...other, headers: {} }).toEqual({ ...one, headers: {} });
  });

  it('is sent no third time, and answers as it was answered where nothing could be renewed', async () => {
    const twice = aTransport([over, over, done], second);
    expect(await twice.transport.send({ ...anExchange, headers: { authorization: 'sign-in-1' } })).toBe(over);
    expect(twice.sentAs()).toHaveLength(2);
    const never = aTransport([over]);
    expect(await never.transport.send({ ...anExchange, headers: { authorization: 'sign-in-1' } })).toBe(over);
    expect(never.sentAs()).toHaveLength(1);
  });

  it.each<[string, HttpAnswer, boolean]>([
    [
      'by the name of its error',
      { ...anAnswer(403, '{}'), headers: { 'x-amzn-errortype': 'ExpiredTokenException' } },
      true,
    ],
    [
      'by its words',
      anAnswer(403, { message: 'The security token included in the request is expired' }),
      true,
    ],
    [
      'not where it is forbidden',
      anAnswer(403, { code: 'role-required', detail: 'The hold has expired.' }),
      false,
    ],
    ['not where it is a conflict', anAnswer(409, { message: 'The security token is expired' }), false],
  ])('knows a gateway that says so, %s', async (_, answer, isOver) => {
    const { transport, renew } = aTransport([answer, done], second);
    await transport.send({ ...anExchange, headers: { authorization: 'sign-in-1' } });
    expect(renew).toHaveBeenCalledTimes(isOver ? 1 : 0);
  });

  it('that needs nobody goes as whoever is there, and without anybody', async () => {
    const there = aTransport([done]);
    await there.transport.send(anExchange);
    const nobody = aTransport([done], undefined, false);
    await nobody.transport.send(anExchange);
    expect([there.sentAs(), nobody.sentAs()]).toEqual([['Bearer first'], [undefined]]);
  });
});
