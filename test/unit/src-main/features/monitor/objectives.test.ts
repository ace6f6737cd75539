import { expect, it } from 'vitest';
import { refusingDoors } from '#main/aws/doors.ts';
import { readObjectives } from '#main/features/monitor/objectives.ts';
import type { PipelineAnswer } from '#main/pipeline/pipeline-api.ts';
import { aReader } from '#test/builders/a-reader.ts';
import { aSession } from '#test/builders/a-session.ts';

/** Reads the objectives of a deployment where no workflow has one. */
async function readNone(described: PipelineAnswer<'describeApi'>) {
  const { reader } = aReader([[]]);
  const pipeline = { call: () => Promise.resolve(described as never) };
  const read = await readObjectives(
    { tenantId: null },
    {
      doors: () => ({ ...refusingDoors('of a test'), reader, pipeline }),
      session: () => aSession(),
      now: () => Date.parse('2026-11-20T14:00:00.000Z'),
    },
  );
  return read.ok ? read.value : read.failure;
}

it('durations are said not to be counted where the API has no objectives', async () => {
  expect(await readNone({ kind: 'answered', value: { paths: {} } })).toMatchObject({
    rows: [],
    whyNot: expect.stringMatching(/^This deployment does not count durations\. /) as string,
  });
});

it('durations are not said to be uncounted while the API cannot be reached', async () => {
  const why = 'The pipeline API could not be reached (ECONNREFUSED).';
  expect(await readNone({ kind: 'not-sent', why })).toMatchObject({ rows: [], whyNot: null });
});
