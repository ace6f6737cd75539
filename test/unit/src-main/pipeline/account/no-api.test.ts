import { expect, it } from 'vitest';
import { noPipelineApi } from '#main/pipeline/account/no-api.ts';
import { openPipelineApi } from '#main/pipeline/open-pipeline-api.ts';

it('says of a connection that names no API that there is none, and asks nobody to sign in for it', async () => {
  const api = openPipelineApi(noPipelineApi);
  const why = expect.stringContaining('names no pipeline API');
  expect(await api.call('me', { personId: '' })).toEqual({ kind: 'not-sent', why });
  expect(await api.call('health', { personId: '' })).toEqual({ kind: 'not-sent', why });
});
