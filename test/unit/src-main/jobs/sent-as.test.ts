import { expect, it } from 'vitest';
import { notTaken } from '#main/jobs/actions/download-parts.ts';
import { sentAs } from '#main/jobs/actions/sent-as.ts';

it('a call that can never be sent is refused, and one that could not be sent now waits', () => {
  const unfit = { kind: 'not-sent', why: '"batchId" is not an id', unfit: 'batchId' } as const;
  expect(sentAs(unfit)).toEqual({ kind: 'refused', why: unfit.why });
  expect(notTaken(unfit)).toEqual({ kind: 'refused', why: unfit.why });
  const away = { kind: 'not-sent', why: 'Nothing listens there' } as const;
  expect(sentAs(away)).toEqual(away);
  expect(notTaken(away)).toEqual(away);
});
