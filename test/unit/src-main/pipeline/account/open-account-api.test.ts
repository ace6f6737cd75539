import { expect, it } from 'vitest';
import { askWho } from '#main/pipeline/account/open-account-api.ts';
import { tokenPass } from '#main/pipeline/account/pass-sources.ts';
import { NotSent, type HttpAnswer, type HttpRequest } from '#main/pipeline/pipeline-api.ts';
import { buildProblem } from '#shared/pipeline-api/problem.ts';
import { anAnswer } from '../a-transport.ts';

const me = { sub: 'support', name: 'Mira Okafor', role: 'support', tenants: ['northwind'] };
const asking = (answer: HttpAnswer | Error, sent: HttpRequest[] = []) =>
  askWho((request) => {
    sent.push(request);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  })(tokenPass('the-token', null));

it('is the person named by the API for the same token', async () => {
  const sent: HttpRequest[] = [];
  expect(await asking(anAnswer(200, { ...me, more: 1 }), sent)).toEqual({
    id: 'support',
    name: 'Mira Okafor',
    role: 'support',
    tenants: ['northwind'],
  });
  expect(sent).toMatchObject([
    { method: 'GET', path: '/me', headers: { authorization: 'Bearer the-token' } },
  ]);
});

it.each<[string, HttpAnswer | Error, string, RegExp]>([
  [
    'not known',
    anAnswer(401, buildProblem('not-signed-in', 'Bearer the-token is not known.')),
    'not-taken',
    /not-signed-in/,
  ],
  ['expired', anAnswer(401, buildProblem('sign-in-expired', 'It has expired.')), 'not-had', /has expired/],
  ['in another form', anAnswer(200, { ...me, role: 'king' }), 'not-had', /description promises/],
  ['in trouble', anAnswer(503, buildProblem('try-again', 'Later.')), 'not-had', /503/],
  ['from a gateway', anAnswer(403, { message: 'Forbidden' }), 'not-had', /403/],
  [
    'from somewhere else',
    { status: 302, headers: { location: 'https://x.example' }, body: '' },
    'not-had',
    /302/,
  ],
  ['not there', new NotSent('It could not be reached (ENOTFOUND).'), 'not-had', /ENOTFOUND/],
])('is unknown if the answer is %s', async (_, answer, because, why) => {
  const refusal = await asking(answer).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'NoPass', because, message: expect.stringMatching(why) });
  expect((refusal as Error).message).not.toContain('the-token');
});
