import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConnectionDraft, ConnectionsChange } from '#shared/contract/connections.ts';
import { fileHandlers } from '#main/features/connections/file-handlers.ts';
import { parseConnections } from '#main/features/connections/read-connections.ts';
import { replaceFile } from '#main/home/home-folder.ts';
import { valueOf } from '#test/builders/a-reading-world.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { aHome } from '#test/builders/a-home.ts';

const context = { reference: 'r', role: null, host: 'browser' } as const;
const entry = (id: string): ConnectionDraft => aConnection({ id, name: id }) as unknown as ConnectionDraft;

function aFile(text?: string, replace?: typeof replaceFile) {
  const home = aHome();
  mkdirSync(home, { recursive: true });
  const file = join(home, 'connections.json');
  if (text !== undefined) writeFileSync(file, text);
  const readAgain = () => ({
    file,
    readAt: '2026-01-01T00:00:00.000Z',
    connections: [],
    problems: [],
    kept: [],
    added: [],
    changed: [],
    removed: [],
  });
  const handlers = fileHandlers({ file, readAgain, ...(replace !== undefined && { replace }) });
  const preview = (change: ConnectionsChange) =>
    valueOf(handlers['connections.previewFile']({ change }, context) as never) as { fingerprint: string };
  const save = (change: ConnectionsChange, fingerprint = preview(change).fingerprint) =>
    handlers['connections.saveFile']({ change, fingerprint }, context);
  return { home, file, handlers, preview, save };
}

const idIn = ({ id }: ConnectionDraft): string => (typeof id === 'string' ? id : '');

describe('saving connections.json', () => {
  it('writes the file for its owner alone, and keeps a copy of the one before', async () => {
    const { file, save } = aFile();
    expect(await save({ kind: 'add', entry: entry('one') })).toMatchObject({
      ok: true,
      value: { answer: { state: 'saved' } },
    });
    expect(existsSync(`${file}.before`)).toBe(false);
    const first = readFileSync(file, 'utf8');
    await save({ kind: 'add', entry: entry('two') });
    expect(readFileSync(`${file}.before`, 'utf8')).toBe(first);
    for (const one of [file, `${file}.before`]) expect(statSync(one).mode & 0o777).toBe(0o600);
  });

  it('is refused with the difference where the file has changed since it was shown', async () => {
    const { file, preview, save } = aFile();
    const change: ConnectionsChange = { kind: 'add', entry: entry('one') };
    const { fingerprint } = preview(change);
    writeFileSync(file, JSON.stringify({ connections: [entry('by-hand')] }));
    const answer = await save(change, fingerprint);
    expect(answer).toMatchObject({ ok: true, value: { answer: { state: 'conflict' } } });
    expect(readFileSync(file, 'utf8')).not.toContain('"one"');
  });

  it('writes nothing of an entry with mistakes', async () => {
    const { file, save } = aFile();
    const wrong = { ...entry('one'), environment: 'prod' };
    expect(await save({ kind: 'add', entry: wrong })).toMatchObject({
      ok: true,
      value: { answer: { state: 'mistakes', problems: [{ path: 'environment' }] } },
    });
    expect(existsSync(file)).toBe(false);
  });

  it('keeps a file that is a link to another place a link', async () => {
    const { home, file, save } = aFile();
    const target = join(home, 'settings', 'mine.json');
    mkdirSync(join(home, 'settings'));
    writeFileSync(target, JSON.stringify({ connections: [] }));
    symlinkSync(target, file);
    await save({ kind: 'add', entry: entry('one') });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toContain('"one"');
  });

  it('says that the file is as it was where it cannot be written', async () => {
    const { file, save } = aFile('{ "connections": [] }', () => {
      throw new Error('ENOSPC: no space left on device');
    });
    expect(await save({ kind: 'add', entry: entry('one') })).toMatchObject({
      ok: false,
      failure: { code: 'storage-failed', message: expect.stringContaining('is as it was') as string },
    });
    expect(readFileSync(file, 'utf8')).toBe('{ "connections": [] }');
  });

  it('loses no entry, whenever the console is killed', async () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd');
    const step = fc.record({
      change: fc.oneof(
        ids.map((id): ConnectionsChange => ({ kind: 'add', entry: entry(id) })),
        ids.map((connectionId): ConnectionsChange => ({ kind: 'remove', connectionId })),
        fc
          .tuple(ids, fc.nat(3))
          .map(([connectionId, to]): ConnectionsChange => ({ kind: 'move', connectionId, to })),
      ),
      // Each save replaces two files, and each replacement writes a draft and renames it.
      killedAt: fc.option(fc.constantFrom('copy: draft', 'copy: done', 'file: draft', 'file: done'), {
        nil: null,
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        let killedAt: string | null = null;
        const replace: typeof replaceFile = (file, content) => {
          const which = file.endsWith('.before') ? 'copy' : 'file';
          if (killedAt === `${which}: draft`) {
            writeFileSync(`${file}.${process.pid}.new`, content.slice(0, content.length / 2));
            throw new Error('killed');
          }
          replaceFile(file, content);
          if (killedAt === `${which}: done`) throw new Error('killed');
        };
        const { file, save } = aFile(undefined, replace);
        const read = () =>
          existsSync(file) ? parseConnections(readFileSync(file, 'utf8')) : { connections: [], problems: [] };
        for (const one of steps) {
          killedAt = one.killedAt;
          const before = read().connections.map(({ id }) => id);
          await save(one.change);
          const after = read();
          expect(after.problems).toEqual([]);
          const named =
            one.change.kind === 'add'
              ? idIn(one.change.entry)
              : 'connectionId' in one.change
                ? one.change.connectionId
                : '';
          const others = (all: readonly string[]) => all.filter((id) => id !== named);
          expect(others(after.connections.map(({ id }) => id))).toEqual(others(before));
          if (one.change.kind !== 'remove' && before.includes(named))
            expect(after.connections.map(({ id }) => id)).toContain(named);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('an entry for editing', () => {
  it('is given as it is in the file, with the mistakes in it', async () => {
    const { handlers } = aFile(
      JSON.stringify({ connections: [{ id: 'broken', environment: 'prod', password: 'hunter2' }] }),
    );
    const answer = await handlers['connections.entry']({ connectionId: 'broken' }, context);
    expect(answer).toMatchObject({ ok: true, value: { entry: { id: 'broken' }, hidden: [] } });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });

  it('is not found where the file has none', async () => {
    const { handlers } = aFile();
    expect(await handlers['connections.entry']({ connectionId: 'x' }, context)).toMatchObject({
      ok: false,
      failure: { code: 'not-found' },
    });
    expect(await handlers['connections.export']({ connectionIds: ['x'] }, context)).toMatchObject({
      ok: false,
      failure: { code: 'not-found' },
    });
  });
});
