import { describe, expect, it } from 'vitest';
import { refusingDoors, type ConnectionDoors } from '#main/aws/doors.ts';
import { readMemories } from '#main/features/incidents/cause-memory.ts';
import { giveNext } from '#main/features/review/give-next.ts';
import { findEarlierTyped } from '#main/features/review/knowledge.ts';
import type { PipelineApi } from '#main/pipeline/pipeline-api.ts';
import { aReader } from '#test/builders/a-reader.ts';
import { aSession } from '#test/builders/a-session.ts';

const now = (): number => Date.UTC(2026, 0, 5, 9);
const context = { reference: 'r', role: 'admin', host: 'browser' } as const;
const session = () => aSession({ who: { id: 'ines', name: 'Ines', role: 'admin', tenants: '*' } });

/** `not-sent`: the API does not answer. `old`: it answers and has none of these calls. */
function aDesk(api: 'not-sent' | 'old') {
  const calls: string[] = [];
  const call: PipelineApi['call'] = (name) => {
    calls.push(name);
    const answer =
      api === 'old'
        ? { kind: 'answered', value: { paths: {} } }
        : { kind: 'not-sent', why: 'The API could not be reached' };
    return Promise.resolve(answer as never);
  };
  const { reader, asked } = aReader([[]]);
  const doors = (): ConnectionDoors => ({ ...refusingDoors('none'), reader, pipeline: { call } });
  return { doors, calls, asked };
}

describe('while the pipeline API does not answer', () => {
  it('accepted documents of the same number are still looked for; an API without rules is asked for none', async () => {
    const input = { tenantId: 't', projectId: 'p', batchId: 'b', documentId: 'd', vatNumber: null } as const;
    const typed = { ...input, supplier: 'Rainer GmbH', number: 'R-1', amount: null };
    const gone = aDesk('not-sent');
    expect(await findEarlierTyped({ ...gone, session })(typed, context)).toMatchObject({
      ok: true,
      value: { earlier: [] },
    });
    expect(gone.asked.map(({ pattern }) => pattern)).toEqual(['extraction.acceptedInvoices']);
    const old = aDesk('old');
    expect(await findEarlierTyped({ ...old, session })(typed, context)).toEqual({
      ok: true,
      value: { earlier: null },
    });
    expect(old.asked).toEqual([]);
  });

  it('the next document is refused with the reason, and not called a thing that it does not offer', async () => {
    const desk = { postponed: () => [] };
    const input = { not: [], intentKey: 'an-intent-key-1' };
    const gone = await giveNext({ ...aDesk('not-sent'), session, desk })(input as never, context);
    expect(gone).toMatchObject({ ok: false });
    expect(JSON.stringify(gone)).toContain('could not be reached');
    const old = await giveNext({ ...aDesk('old'), session, desk })(input as never, context);
    expect(old).toMatchObject({ ok: true, value: { next: { kind: 'not-offered' } } });
  });

  it('what colleagues did about a cause is not called missing', async () => {
    const parts = { session, now, attempts: undefined } as never as Parameters<typeof readMemories>[0];
    const read = async (api: 'not-sent' | 'old') => {
      const answer = await readMemories({ ...parts, ...aDesk(api) })({ fingerprints: ['aaaaaa'] }, context);
      return answer.ok ? answer.value.whyNotKept : answer.failure.message;
    };
    expect(await read('not-sent')).toMatch(/could not be reached.*No note can be kept until it answers\.$/);
    expect(await read('old')).toMatch(/only what was done on this machine is remembered\.$/);
  });
});
