import { expect, test, vi } from 'vitest';
import { ok, refused } from '#shared/contract/result.ts';
import { copyText } from '#renderer/contract/copy-and-download.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';

const electron = (answers: Parameters<typeof fakeBridge>[0]) =>
  ({ ...fakeBridge(answers), host: 'electron' }) as const;
const page = () => vi.fn(() => Promise.resolve());

test('in the browser host the page copies, and the text stays in it', async () => {
  const bridge = fakeBridge();
  const own = page();
  await copyText(bridge, own, 'batch-1');
  expect(own).toHaveBeenCalledWith('batch-1');
  expect(bridge.calls).toEqual([]);
});

test('in Electron the main process copies', async () => {
  const bridge = electron({ 'clipboard.copy': () => ok({ copied: true }) });
  const own = page();
  await copyText(bridge, own, 'batch-1');
  expect(bridge.calls).toMatchObject([{ operation: 'clipboard.copy', input: { text: 'batch-1' } }]);
  expect(own).not.toHaveBeenCalled();
});

test('where main has no clipboard either, the page tries', async () => {
  const own = page();
  await copyText(electron({ 'clipboard.copy': () => ok({ copied: false }) }), own, 'batch-1');
  expect(own).toHaveBeenCalledWith('batch-1');
});

test('a refused copy is not reported as done', async () => {
  const refusal = refused({ code: 'unexpected', message: 'It did not work.' });
  await expect(copyText(electron({ 'clipboard.copy': () => refusal }), page(), 'batch-1')).rejects.toThrow(
    'It did not work.',
  );
});
