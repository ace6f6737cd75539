import { expect, it, onTestFinished } from 'vitest';
import type { Sandbox } from '#main/aws/sandbox.ts';
import { embeddedAws } from '#main/start/embedded-aws.ts';
import { aHome } from '#test/builders/a-home.ts';

it('takes its seed when it is opened first, and never again: there may be another world by then', async () => {
  const said: string[] = [];
  const open = embeddedAws({ home: aHome(), workerFile: aThread, seed: 7, say: (text) => said.push(text) });
  await opened(open);
  await opened(open);
  expect(said).toEqual(['seed 7', 'seed undefined']);
});

it('has the same control paths as `npm run local`', async () => {
  const { control } = await opened(embeddedAws({ home: aHome(), workerFile: aThread, seed: 1, say() {} }));
  expect(await control.read()).toMatchObject({ seed: '1', traffic: { paused: false } });
  expect(await control.setTraffic(true)).toMatchObject({ traffic: { paused: true } });
  expect(await control.reset('9')).toMatchObject({ seed: '9' });
  expect(await control.reset(undefined)).toMatchObject({ seed: '9' });
  await expect(control.reset('none')).rejects.toThrow('It answered 400: {"problem":"seed"}');
});

async function opened(open: ReturnType<typeof embeddedAws>): Promise<Sandbox> {
  const sandbox = await open([]);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** This thread answers like the sandbox's, but at once. */
const aThread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    const state = {
      seed: '1', since: '2026-01-05T09:00:00.000Z',
      traffic: { paused: false, batches: 0, batchesToday: 0, mostADay: 24 },
      told: { tenants: 4, batches: 40, documents: 6000 },
    };
    const answer = ({ method, path, body }) => {
      const asked = body.length === 0 ? {} : JSON.parse(Buffer.from(body).toString());
      if (asked.seed === 'none') return { status: 400, body: '{"problem":"seed"}' };
      if (path === '/_local/traffic') state.traffic.paused = asked.paused;
      if (path === '/_local/reset') state.seed = asked.seed ?? state.seed;
      return { status: 200, body: method === 'GET' ? JSON.stringify(state) : '{}' };
    };
    parentPort.on('message', ({ id, kind, request }) => {
      const response = kind === 'request' ? { headers: {}, ...answer(request) } : undefined;
      parentPort.postMessage({ id, ok: true, response });
    });
    parentPort.postMessage({ ready: true, notices: ['seed ' + workerData.seed] });
  `)}`,
);
