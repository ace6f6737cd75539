import { describe, expect, it } from 'vitest';
import type { Dispatch } from '#local/aws/dispatch.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';
import { aPersona, ask, aWorkflowDesk, readHistory, save } from './a-workflow-desk.ts';

const patient = { timeout: 120_000 };

describe('a repeated intent', patient, () => {
  it('is one change, with the same answer', async () => {
    const desk = await aWorkflowDesk();
    const [first, second] = [await save(desk), await save(desk)];
    expect(second).toEqual(first);
    expect(await readHistory(desk)).toHaveLength(8);
    const at = await Promise.all([1, 2, 3].map(() => save(desk, { version: 8, intentKey: 'intent-two' })));
    expect(new Set(at.map(({ kind }) => kind))).toEqual(new Set(['saved']));
    expect(await readHistory(desk)).toHaveLength(9);
  });

  it('whose answer was lost after the change is recognised, and made once', async () => {
    const desk = await aWorkflowDesk({ through: losing('answer') });
    expect(await save(desk)).toMatchObject({ kind: 'saved', workflow: { version: 8 } });
    expect(desk.asked).toHaveLength(1);
    expect(await save(desk)).toMatchObject({ kind: 'saved', workflow: { version: 8, reviewThreshold: 0.8 } });
    expect(await readHistory(desk)).toHaveLength(8);
  });

  it('that was lost on its way is reported as unknown, and saved when it is repeated', async () => {
    const desk = await aWorkflowDesk({ through: losing('question') });
    expect(await ask(desk)).toMatchObject({
      failure: { code: 'pipeline-unreadable', message: expect.stringContaining('is not known') as string },
    });
    expect(await readHistory(desk)).toHaveLength(7);
    expect(await save(desk)).toMatchObject({ kind: 'saved', workflow: { version: 8 } });
    expect(await readHistory(desk)).toHaveLength(8);
  });

  it('that was lost while another person saved will certainly not happen', async () => {
    const theirs = await aWorkflowDesk();
    const desk = await aWorkflowDesk({
      beside: theirs,
      through: losing('question', () => save(theirs, { reason: 'Theirs', intentKey: 'intent-of-theirs' })),
    });
    expect(await save(desk)).toMatchObject({ kind: 'overtaken', by: { reason: 'Theirs' } });
    expect(await readHistory(desk)).toHaveLength(8);
  });

  it('is refused with other values, and nothing is saved', async () => {
    const desk = await aWorkflowDesk();
    await save(desk);
    expect(await ask(desk, { version: 8, reviewThreshold: 0.7 })).toMatchObject({
      failure: { code: 'pipeline-refused', problem: 'key-reused' },
    });
    expect(await desk.read()).toMatchObject({ version: 8, reviewThreshold: 0.8 });
  });
});

describe('nothing is requested from the pipelines', patient, () => {
  it('on a read-only connection, for another tenant’s workflow, by a person who is not an admin, or without a person', async () => {
    const desk = await aWorkflowDesk();
    desk.be({ connection: aConnectionSummary({ readOnly: true }) });
    expect(await ask(desk)).toMatchObject({ failure: { code: 'read-only' } });
    desk.be({ connection: aConnectionSummary(), who: { ...aPersona('admin'), tenants: ['kestrel'] } });
    expect(await ask(desk)).toMatchObject({ failure: { code: 'tenant-out-of-scope' } });
    desk.be({ who: null });
    expect(await ask(desk)).toMatchObject({ failure: { code: 'sign-in-expired' } });
    expect(desk.asked).toEqual([]);
    for (const as of ['support', 'reviewer']) {
      const other = await aWorkflowDesk({ beside: desk, as });
      expect(await ask(other)).toMatchObject({ failure: { code: 'role-required' } });
      expect(other.asked).toEqual([]);
      // These roles may still read the workflow.
      expect((await other.read()).version).toBe(7);
    }
  });

  it('before the name of a production environment is typed', async () => {
    const desk = await aWorkflowDesk();
    desk.be({ connection: aConnectionSummary({ environment: 'production' }) });
    for (const typedEnvironment of [null, '', 'prod', 'Production']) {
      expect(await ask(desk, { typedEnvironment })).toMatchObject({
        failure: { code: 'plan-refused', why: 'typed-wrong' },
      });
    }
    expect(desk.asked).toEqual([]);
    expect(await save(desk, { typedEnvironment: ' production ' })).toMatchObject({ kind: 'saved' });
  });

  it('for thresholds that cross, have no reason or are not shares', async () => {
    const desk = await aWorkflowDesk();
    for (const wrong of [
      { confidenceThreshold: 0.81 },
      { reason: '   ' },
      { reason: 'x'.repeat(501) },
      { reviewThreshold: 1.01 },
      { confidenceThreshold: -0.01 },
    ]) {
      expect(await ask(desk, wrong)).toMatchObject({ failure: { code: 'invalid-input' } });
    }
    expect(desk.asked).toEqual([]);
    const same = { confidenceThreshold: 0.8, reviewThreshold: 0.8 };
    expect(await save(desk, same)).toMatchObject({ workflow: same });
  });
});

it(
  'a workflow that does not exist is not found, and one that no address can name is refused at once',
  patient,
  async () => {
    const desk = await aWorkflowDesk();
    expect(await ask(desk, { workflowId: 'nowhere' })).toMatchObject({
      failure: { code: 'not-found', message: expect.stringContaining('Nothing was saved') as string },
    });
    expect(await ask(desk, { workflowId: 'no#where' })).toMatchObject({
      failure: {
        code: 'invalid-input',
        message:
          'workflows.saveThresholds was not done. workflowId: has a "#", which separates the parts of a key',
      },
    });
    expect(await ask(desk, { workflowId: '..' })).toMatchObject({
      failure: { code: 'invalid-input', message: expect.stringContaining('Nothing was saved') as string },
    });
  },
);

/** The first save gets no answer, either after it was made or because it never arrived. */
function losing(what: 'answer' | 'question', meanwhile?: () => Promise<unknown>) {
  let isLost = false;
  return (dispatch: Dispatch): Dispatch =>
    async (request, signal) => {
      const isTheOne = request.method === 'PATCH' && !isLost;
      if (!isTheOne) return dispatch(request, signal);
      isLost = true;
      if (what === 'answer') await dispatch(request, signal);
      await meanwhile?.();
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    };
}
