import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { getDocument } from '#pipelines/extraction/read-items.ts';
import { keyOf } from '#pipelines/extraction/keys.ts';
import type { OperationName } from '#shared/pipeline-api/operations.ts';
import { anApi, type SentCall } from '#test/builders/an-api.ts';
import { readPassport } from './read-passport.ts';
import { ada, ben, cleo, fourEyes } from './reviewers.ts';

/** Some tests send hundreds of requests, which takes long on a busy machine. */
const patience = { timeout: 30_000 };
const who = [ada, ben, cleo] as const;

/** Three reviewers act in any order; until two have decided, no answer may reveal an opinion. */
it('no answer and no passport reveals an opinion before the third step', patience, async () => {
  const api = await anApi();
  await api.put({ ...keyOf.userInTenant('northwind', 'ben'), role: 'reviewer' });
  const step = fc.record({
    name: fc.constantFrom<OperationName[]>(
      'claimDocument',
      'releaseDocument',
      'reviewDocument',
      'reviewDocument',
      'undoReview',
      'handOverDocument',
      'checkDocument',
    ),
    who: fc.nat(2),
    says: fc.constantFrom('approves', 'corrects', 'rejects'),
    isStale: fc.boolean(),
  });
  let world = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      world += 1;
      const { planted } = await fourEyes(api, {}, { batchId: `batch-${world}` });
      const params = planted.at(0);
      for (const [index, { name, who: place, says, isStale }] of steps.entries()) {
        const before = await getDocument(api.parts, params);
        const secret = `secret-${world}-${index}`;
        const sent = {
          as: who[place] ?? ada,
          params,
          ifMatch: (before?.version ?? 0) - (isStale ? 1 : 0),
          ...buildBody(name, says, secret),
        };
        const { text } = await api.call(name, sent);
        const after = await getDocument(api.parts, params);
        const isOpen = after?.status !== 'REVIEW_REQUIRED' || (after.opinions?.length ?? 0) > 1;
        if (!isOpen) {
          expect(text).not.toContain('secret-');
          expect(text).not.toContain('"opinions"');
        }
        const lines = await readPassport(api, params);
        const opinions = lines.filter(({ what }) => what === 'first opinion' || what === 'opinions differ');
        expect(JSON.stringify(opinions)).not.toContain('secret-');
      }
    }),
    { numRuns: 25 },
  );
});

function buildBody(name: OperationName, says: string, secret: string): Pick<SentCall, 'body'> {
  if (name === 'handOverDocument') return { body: { to: 'ben' } };
  if (name === 'checkDocument') return { body: {} };
  if (name !== 'reviewDocument') return {};
  if (says === 'rejects') return { body: { decision: 'reject', reason: secret } };
  const corrections = says === 'corrects' ? [{ field: 'number', value: secret }] : [];
  return { body: { decision: 'approve', corrections } };
}
