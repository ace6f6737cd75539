import { expect, it } from 'vitest';
import { openAuditLog } from '#main/audit/audit-log.ts';
import { openTeller, type Telling, type TellingAnswer } from '#main/audit/tell-actions.ts';
import { ok } from '#shared/contract/result.ts';
import { aHome } from '#test/builders/a-home.ts';

const now = (): number => Date.parse('2026-11-22T14:30:00.000Z');
const context = { reference: '', role: 'admin', host: 'browser' } as const;
const told: TellingAnswer = { kind: 'told', anchoredAt: '2026-11-22T14:30:00.000Z', notKept: [] };

/** Tells one chain. An API answers each person on each connection with a reason, or takes what it is told. */
function aTeller() {
  const home = aHome();
  const by = { connection: 'staging', person: 'ines' };
  const audit = openAuditLog({ home, now, who: () => ({ ...by }) });
  const refusals = new Map<string, string>();
  const teller = openTeller({
    home,
    own: audit.chain,
    now,
    send({ connection, person }: Telling) {
      const why = refusals.get(`${person} on ${connection}`);
      return Promise.resolve(why === undefined ? told : { kind: 'not-told', why });
    },
  });
  return {
    refusals,
    teller,
    act: async (person: string, connection: string) => {
      Object.assign(by, { connection, person });
      await audit.around({ operation: 'jobs.brake', input: { jobId: 'plan-1' }, context }, () => ok({}));
    },
  };
}

it('a connection keeps the reason why it is not told, whatever another one answers', async () => {
  const { refusals, teller, act } = aTeller();
  await act('ines', 'staging');
  await act('ines', 'production');
  expect(teller.standing('staging')).toMatchObject({ untold: 1, why: null });
  refusals.set('ines on staging', 'The API cannot be reached.');
  await teller.tellLeft('staging');
  expect(teller.standing('staging')).toMatchObject({ untold: 1, why: 'The API cannot be reached.' });
  expect(teller.standing('production')).toMatchObject({ untold: 1, why: null });
  await teller.tellLeft('production');
  expect(teller.standing('production')).toMatchObject({ untold: 0, why: null });
  expect(teller.standing('staging').why).toBe('The API cannot be reached.');
  refusals.clear();
  await teller.tellLeft('staging');
  expect(teller.standing('staging')).toMatchObject({ untold: 0, why: null });
});

it('a person keeps the reason when what another one did is told after it', async () => {
  const { refusals, teller, act } = aTeller();
  await act('mira', 'staging');
  await act('ines', 'staging');
  expect(teller.standing('staging')).toMatchObject({ untold: 2, why: null });
  refusals.set('mira on staging', 'mira is not signed in here.');
  await teller.tellLeft('staging');
  expect(teller.standing('staging')).toMatchObject({ untold: 1, why: 'mira is not signed in here.' });
});
