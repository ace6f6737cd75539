import { expect, test, vi } from 'vitest';
import { refused, type Result } from '#shared/contract/result.ts';
import type { ReviewFile } from '#shared/contract/review-document.ts';
import { openPageStore, type LoadFile, type LoadWords } from '#renderer/features/review/viewer/page-store.ts';
import { aFile, aKey, aLoader, aPdfEngine, settled } from './a-pdf-engine.ts';

const one = aKey('DOC-1');
const two = aKey('DOC-2');
const three = aKey('DOC-3');
const four = aKey('DOC-4');

test('a document is loading first, then ready with its number of pages', async () => {
  const { engine } = aPdfEngine();
  const store = openPageStore(engine, aLoader({ 'DOC-1': '3' }));
  expect(store.state(one)).toEqual({ kind: 'loading' });
  store.keep([one]);
  await settled();
  expect(store.state(one)).toEqual({ kind: 'ready', pages: 3 });
});

test('first pages are drawn ahead in order, each once', async () => {
  const { engine, drawn } = aPdfEngine();
  const store = openPageStore(engine, aLoader({}));
  store.aim(() => 300);
  store.keep([one, two, three]);
  await settled();
  store.keep([one, two, three]);
  await settled();
  expect(drawn).toEqual(['DOC-1#1@300', 'DOC-2#1@300', 'DOC-3#1@300']);
});

test('a page that was drawn ahead is shown at once', async () => {
  const { engine, drawn } = aPdfEngine();
  const store = openPageStore(engine, aLoader({}));
  store.aim(() => 300);
  store.keep([one, two]);
  await settled();
  expect(store.page(two, 1)?.picture?.element.title).toBe('DOC-2#1@300');
  store.look(two, 1, 300);
  await settled();
  expect(drawn).toEqual(['DOC-1#1@300', 'DOC-2#1@300']);
});

test('the visible page is drawn before pages ahead', async () => {
  const { engine, drawn, cancelled, finish } = aPdfEngine({ waits: true });
  const store = openPageStore(engine, aLoader({}));
  store.keep([one, two]);
  await settled();
  store.aim(() => 300);
  await settled();
  store.look(two, 1, 500);
  await settled();
  expect(cancelled).toEqual(['DOC-1#1@300']);
  // The cancelled drawing is ended as well, and is repeated afterwards.
  for (let turn = 0; turn < 4; turn += 1) {
    finish();
    await settled();
  }
  expect(drawn).toContain('DOC-2#1@500');
  expect(drawn.indexOf('DOC-2#1@500')).toBeLessThan(drawn.lastIndexOf('DOC-1#1@300'));
});

test('drawing stops for a size that is no longer needed', async () => {
  const { engine, cancelled } = aPdfEngine({ waits: true });
  const store = openPageStore(engine, aLoader({}));
  store.keep([one]);
  await settled();
  store.look(one, 1, 500);
  await settled();
  store.look(one, 1, 900);
  await settled();
  expect(cancelled).toEqual(['DOC-1#1@500']);
  expect(store.page(one, 1)?.failure).toBeUndefined();
});

test('the nearest size is shown until the right one is drawn', async () => {
  const { engine, finish } = aPdfEngine({ waits: true });
  const store = openPageStore(engine, aLoader({}));
  store.keep([one]);
  await settled();
  store.look(one, 1, 500);
  finish();
  await settled();
  store.look(one, 1, 900);
  await settled();
  expect(store.page(one, 1)?.picture?.width).toBe(500);
  finish();
  await settled();
  expect(store.page(one, 1)?.picture?.width).toBe(900);
});

test('another page is opened when it becomes visible, and its text is read', async () => {
  const { engine } = aPdfEngine();
  const store = openPageStore(engine, aLoader({ 'DOC-1': '2' }));
  store.keep([one]);
  await settled();
  expect(store.page(one, 2)).toBeUndefined();
  store.look(one, 2, undefined);
  await settled();
  expect(store.page(one, 2)).toMatchObject({ size: { width: 600, height: 800 }, picture: undefined });
  store.look(one, 2, 400);
  await settled();
  expect(store.page(one, 2)?.picture?.width).toBe(400);
  expect(store.page(one, 2)?.text?.textContent).toBe('DOC-1#2');
});

test('a page stays the same object while nothing changes', async () => {
  const { engine } = aPdfEngine();
  const store = openPageStore(engine, aLoader({}));
  store.keep([one, two]);
  store.look(one, 1, 400);
  await settled();
  const page = store.page(one, 1);
  store.keep([one]);
  await settled();
  expect(store.page(one, 1)).toBe(page);
});

test('a dropped document closes its file and releases its pictures', async () => {
  const { engine, open, alive } = aPdfEngine();
  const store = openPageStore(engine, aLoader({}));
  store.aim(() => 300);
  store.keep([one, two, three]);
  await settled();
  store.keep([two, three, four]);
  await settled();
  expect([...open]).toEqual(['DOC-2', 'DOC-3', 'DOC-4']);
  expect([...alive].map(({ element }) => element.title)).toEqual([
    'DOC-2#1@300',
    'DOC-3#1@300',
    'DOC-4#1@300',
  ]);
  store.close();
  expect(open.size + alive.size).toBe(0);
  expect(store.page(two, 1)).toBeUndefined();
});

test('two hundred documents in a row leave three in memory', async () => {
  const { engine, open, alive } = aPdfEngine();
  const store = openPageStore(engine, aLoader({}));
  store.aim(() => 300);
  for (let at = 0; at < 200; at += 1) {
    store.keep([at, at + 1, at + 2].map((number) => aKey(`DOC-${number}`)));
    store.look(aKey(`DOC-${at}`), 1, 900);
    await settled();
  }
  expect(open.size).toBe(3);
  expect(alive.size).toBeLessThanOrEqual(4);
});

test('pictures stay within the budget, and one that did not fit is not drawn again and again', async () => {
  const { engine, drawn, alive } = aPdfEngine();
  const bytes = 300 * 400 * 4;
  const store = openPageStore(engine, aLoader({}), 2 * bytes);
  store.aim(() => 300);
  store.keep([one, two, three, four]);
  store.look(one, 1, 300);
  await settled();
  expect([...alive].map(({ element }) => element.title)).toEqual(['DOC-1#1@300', 'DOC-4#1@300']);
  expect(drawn).toHaveLength(4);
});

test('a file that arrives after it was dropped is not opened', async () => {
  const { engine, open } = aPdfEngine();
  const arrived: ((result: Result<ReviewFile>) => void)[] = [];
  const load: LoadFile = () => new Promise((resolve) => arrived.push(resolve));
  const store = openPageStore(engine, load);
  store.keep([one]);
  store.keep([]);
  store.keep([one]);
  arrived[0]?.({ ok: true, value: aFile('DOC-1 9') });
  await settled();
  expect(open.size).toBe(0);
  expect(store.state(one)).toEqual({ kind: 'loading' });
  arrived[1]?.({ ok: true, value: aFile('DOC-1 2') });
  await settled();
  expect(store.state(one)).toEqual({ kind: 'ready', pages: 2 });
});

test('a picture that is finished after its file was dropped is released', async () => {
  const { engine, alive, finish } = aPdfEngine({ waits: true });
  const store = openPageStore(engine, aLoader({}));
  store.aim(() => 300);
  store.keep([one]);
  await settled();
  store.keep([]);
  finish();
  await settled();
  expect(alive.size).toBe(0);
});

test('a file that is not a PDF reports that it cannot be drawn, and can be retried', async () => {
  const { engine } = aPdfEngine();
  const files: Record<string, string> = { 'DOC-1': 'corrupt' };
  const load = aLoader(files);
  const store = openPageStore(engine, load);
  store.keep([one]);
  await settled();
  expect(store.state(one)).toMatchObject({
    kind: 'failed',
    failure: { message: "Couldn't show this file: it is no PDF." },
  });
  files['DOC-1'] = '1';
  store.retry(one);
  expect(store.state(one)).toEqual({ kind: 'loading' });
  await settled();
  expect(store.state(one)).toEqual({ kind: 'ready', pages: 1 });
  expect(load.loaded).toEqual(['DOC-1', 'DOC-1']);
});

test('the message of the main process is shown when a file cannot be read', async () => {
  const { engine } = aPdfEngine();
  const missing = refused(
    { code: 'not-found', message: 'The file is not in S3 any more.', what: 'file' },
    'r-1',
  );
  const store = openPageStore(engine, async () => missing);
  store.keep([one]);
  await settled();
  expect(store.state(one)).toEqual({ kind: 'failed', failure: missing.failure });
});

test('a file of more than 64 MB is not opened', async () => {
  const { engine, open } = aPdfEngine();
  const store = openPageStore(engine, async () => ({
    ok: true,
    value: { ...aFile('DOC-1 1'), bytes: 65 * 1024 * 1024 },
  }));
  store.keep([one]);
  await settled();
  expect(store.state(one)).toMatchObject({ kind: 'failed' });
  expect(open.size).toBe(0);
});

test('a document that is kept again after closing is loaded again, as React requires in development', async () => {
  const { engine } = aPdfEngine();
  const load = aLoader({});
  const store = openPageStore(engine, load);
  store.keep([one]);
  store.close();
  store.keep([one]);
  await settled();
  expect(store.state(one)).toEqual({ kind: 'ready', pages: 1 });
  expect(load.loaded).toEqual(['DOC-1', 'DOC-1']);
});

test('a listener hears changes until it unsubscribes', async () => {
  const { engine } = aPdfEngine();
  const store = openPageStore(engine, aLoader({}));
  const heard = vi.fn();
  const stop = store.subscribe(heard);
  store.keep([one]);
  await settled();
  expect(heard).toHaveBeenCalled();
  stop();
  heard.mockClear();
  store.keep([two]);
  await settled();
  expect(heard).not.toHaveBeenCalled();
});

test('a document whose first doubt is on its second page has that page drawn ahead', async () => {
  const { engine, drawn } = aPdfEngine();
  const store = openPageStore(engine, aLoader({ 'DOC-2': '2' }));
  store.keep([one, two]);
  store.startAt(two, 2);
  await settled();
  store.aim(() => 300);
  await settled();
  expect(drawn).toEqual(['DOC-1#1@300', 'DOC-2#2@300']);
  expect(store.page(two, 2)?.picture?.width).toBe(300);
});

test('a page without text has the words that the readers found, which are read once', async () => {
  const { engine } = aPdfEngine();
  const box: [number, number, number, number] = [0.1, 0.1, 0.1, 0.02];
  const unreachable = refused({ code: 'unexpected', message: 'Not reached.' });
  const words = [
    { text: 'Total', page: 1, box },
    { text: 'Page', page: 2, box },
  ];
  const loadWords = vi
    .fn<LoadWords>()
    .mockResolvedValueOnce(unreachable)
    .mockResolvedValue({ ok: true, value: { words } });
  const store = openPageStore(engine, aLoader({ 'DOC-1': '2' }), undefined, loadWords);
  store.keep([one]);
  await settled();
  await expect(store.words(one, 1)).rejects.toThrow('Not reached.');
  expect((await store.words(one, 1)).map(({ text }) => text)).toEqual(['Total']);
  expect((await store.words(one, 2)).map(({ text }) => text)).toEqual(['Page']);
  expect(loadWords).toHaveBeenCalledTimes(2);
});

test('a page without text has no words where none are stored', async () => {
  const { engine } = aPdfEngine();
  const store = openPageStore(engine, aLoader({}));
  store.keep([one]);
  await settled();
  expect(await store.words(one, 1)).toEqual([]);
});
