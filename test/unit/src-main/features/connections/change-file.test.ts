import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConnectionDraft, ConnectionsChange } from '#shared/contract/connections.ts';
import { changeFile, diffLines, entryInFile, maskText } from '#main/features/connections/change-file.ts';
import { parseConnections } from '#main/features/connections/read-connections.ts';
import { showEntry } from '#main/features/connections/shown-entry.ts';
import { aConnection, everyEndpoint } from '#test/builders/a-connection.ts';

const entry = (id: string, change: object = {}): ConnectionDraft =>
  ({ ...aConnection({ id, name: id }), ...change }) as unknown as ConnectionDraft;

const written = `{ "connections": [ {
  "id": "staging", "name": "Staging", "environment": "staging", "stage": "staging",
  "aws": { "region": "eu-west-1", "accountId": "111122223333", "profile": "staging" }
}, {
  "id": "broken", "secretAccessKey": "wJalrXUtnFEMI", "aws": 7
} ] }
`;

function apply(text: string | undefined, one: ConnectionsChange): string {
  const { text: after, preview } = changeFile(text, one);
  if (after === null)
    throw new Error(preview.problems.map(({ path, problem }) => `${path} ${problem}`).join('; '));
  return after;
}

const shownLines = (text: string | undefined, one: ConnectionsChange): string =>
  changeFile(text, one)
    .preview.lines.map(
      ({ kind, text: line }) => `${kind === 'same' ? ' ' : kind === 'added' ? '+' : '-'} ${line}`,
    )
    .join('\n');

const problemsOf = (text: string | undefined, one: ConnectionsChange) =>
  changeFile(text, one).preview.problems;

const idIn = ({ id }: ConnectionDraft): string => (typeof id === 'string' ? id : '');

describe('a change of connections.json', () => {
  it('makes a readable file where there is none', () => {
    const text = apply(undefined, { kind: 'add', entry: entry('first') });
    expect(parseConnections(text)).toMatchObject({ connections: [{ id: 'first' }], problems: [] });
    expect(text).toMatch(/^\{\n {2}"connections": \[\n {4}\{\n {6}"id": "first",/);
    expect(text).toMatch(/"aws": \{ "region": "eu-west-1", .* \}/);
  });

  it('keeps every other entry byte by byte, also one that cannot be read', () => {
    const text = apply(written, { kind: 'add', entry: entry('second') });
    expect(text.startsWith(written.slice(0, written.lastIndexOf(' ] }')))).toBe(true);
    expect(parseConnections(text).connections.map(({ id }) => id)).toEqual(['staging', 'second']);
  });

  it('changes only the entry that it names, in the order of its settings', () => {
    const before = entryInFile(written, 'staging') ?? {};
    const text = apply(written, {
      kind: 'replace',
      connectionId: 'staging',
      entry: { ...before, name: 'Stage' },
    });
    expect(text).toContain('"secretAccessKey": "wJalrXUtnFEMI", "aws": 7');
    expect(text.indexOf('"name": "Stage"')).toBeGreaterThan(text.indexOf('"id": "staging"'));
    expect(text.indexOf('"environment"')).toBeGreaterThan(text.indexOf('"name": "Stage"'));
  });

  it('is no change where the entry says the same', () => {
    const same = entryInFile(written, 'staging') ?? {};
    expect(apply(written, { kind: 'replace', connectionId: 'staging', entry: same })).toBe(written);
  });

  it('removes and moves entries as they are', () => {
    const removed = apply(written, { kind: 'remove', connectionId: 'staging' });
    expect(removed).toContain('"id": "broken"');
    expect(removed).not.toContain('"id": "staging"');
    const moved = apply(written, { kind: 'move', connectionId: 'broken', to: 0 });
    expect(moved.indexOf('"broken"')).toBeLessThan(moved.indexOf('"staging"'));
    expect(
      apply(apply(written, { kind: 'remove', connectionId: 'staging' }), {
        kind: 'remove',
        connectionId: 'broken',
      }),
    ).toMatch(/"connections": \[\s*\]/);
  });

  it('keeps the line endings of the file', () => {
    const windows = apply(undefined, { kind: 'add', entry: entry('first') }).replaceAll('\n', '\r\n');
    const text = apply(windows, { kind: 'add', entry: entry('second') });
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('is refused with the mistakes of the entry, each at its path', () => {
    const wrong = {
      ...entry('wrong'),
      environment: 'prod',
      aws: { region: 'Frankfurt', accountId: '1', profile: 'p' },
    };
    expect(problemsOf(written, { kind: 'add', entry: wrong }).map(({ path }) => path)).toEqual([
      'environment',
      'aws.region',
      'aws.accountId',
    ]);
    expect(problemsOf(written, { kind: 'add', entry: entry('staging') })).toMatchObject([{ path: 'id' }]);
    expect(problemsOf(written, { kind: 'add', entry: entry('local') })).toMatchObject([{ path: 'id' }]);
    expect(problemsOf(written, { kind: 'import', entries: [entry('one'), entry('one')] })).toMatchObject([
      { path: 'entries[1].id' },
    ]);
  });

  it.each([
    ['{ "connections": [', 'line 1, column 19'],
    ['{ "connections": [], "connections": [] }', 'line 1, column 22'],
    ['{}', 'connections'],
    ['[]', 'connections'],
    ['{ "connections": {} }', 'connections'],
  ])('is refused where the file is no list of connections: %s', (text, path) => {
    const { text: after, preview } = changeFile(text, { kind: 'add', entry: entry('one') });
    expect(after).toBeNull();
    expect(preview).toMatchObject({ lines: [], problems: [{ path }] });
    expect(preview.problems[0]?.problem).toMatch(/by hand/);
  });

  it('is refused for an entry that is gone', () => {
    expect(problemsOf(written, { kind: 'remove', connectionId: 'gone' })).toMatchObject([{ path: 'id' }]);
    expect(problemsOf(written, { kind: 'move', connectionId: 'gone', to: 0 })).toMatchObject([
      { path: 'id' },
    ]);
  });
});

describe('what a page may write', () => {
  const withCommand = entry('tool', {
    aws: { ...aConnection().aws, endpoints: { sqs: 'https://sqs.example.com/v1?key=hidden-in-query' } },
    pipelineApi: {
      baseUrl: 'https://api.example.com/v1',
      auth: { kind: 'command', command: ['/opt/bin/get-token', '--password', 'hunter2-argument'] },
    },
  });
  const file = apply(JSON.stringify({ connections: [withCommand] }), { kind: 'add', entry: entry('other') });

  it('never sees the arguments of a command, nor a query', () => {
    const shown = showEntry(entryInFile(file, 'tool') ?? {});
    expect(shown.hidden).toEqual(['aws.endpoints.sqs', 'pipelineApi.auth.command']);
    const lines = shownLines(file, { kind: 'remove', connectionId: 'tool' });
    for (const text of [JSON.stringify(shown), lines]) expect(text).not.toMatch(/hunter2|hidden-in-query/);
    expect(lines).toContain('https://sqs.example.com/v1?…');
  });

  it('keeps in the file what it has not seen', () => {
    const { entry: draft } = showEntry(entryInFile(file, 'tool') ?? {});
    const text = apply(file, {
      kind: 'replace',
      connectionId: 'tool',
      entry: { ...draft, name: 'Renamed' },
    });
    expect(text).toContain('hunter2-argument');
    expect(text).toContain('hidden-in-query');
  });

  it('keeps the address of every service that the schema has', () => {
    const addressed = entry('addressed', { aws: { ...aConnection().aws, endpoints: everyEndpoint } });
    const before = apply(undefined, { kind: 'import', entries: [addressed] });
    const { entry: draft, hidden } = showEntry(entryInFile(before, 'addressed') ?? {});
    expect(hidden).toEqual([]);
    const change = { kind: 'replace', connectionId: 'addressed', entry: draft } as const;
    expect(apply(before, change)).toBe(before);
  });

  it('keeps the command in a duplicate, and only for the same address', () => {
    const { entry: draft } = showEntry(entryInFile(file, 'tool') ?? {});
    const copy = { ...draft, id: 'copy' };
    expect(apply(file, { kind: 'add', entry: copy, like: 'tool' })).toContain('"id": "copy"');
    const elsewhere = {
      ...copy,
      pipelineApi: { ...(draft['pipelineApi'] as object), baseUrl: 'https://other.example' },
    };
    expect(problemsOf(file, { kind: 'add', entry: elsewhere, like: 'tool' })).toMatchObject([
      { path: 'pipelineApi.auth.command' },
    ]);
  });

  it('cannot write a command, nor name any variable of the environment', () => {
    const api = (auth: object): ConnectionDraft =>
      entry('new', { pipelineApi: { baseUrl: 'https://api.example.com', auth } });
    expect(problemsOf(file, { kind: 'add', entry: api({ kind: 'command', command: ['sh'] }) })).toMatchObject(
      [{ path: 'pipelineApi.auth.command' }],
    );
    const bearer = (tokenFromEnvironment: string) => api({ kind: 'bearer', tokenFromEnvironment });
    expect(problemsOf(file, { kind: 'add', entry: bearer('AWS_SECRET_ACCESS_KEY') })).toMatchObject([
      { path: 'pipelineApi.auth.tokenFromEnvironment' },
    ]);
    expect(problemsOf(file, { kind: 'add', entry: bearer('PIPELINE_TOKEN') })).toEqual([]);
  });

  it('sees no value in a place that has no meaning', () => {
    expect(maskText(written)).not.toContain('wJalr');
    expect(maskText(written)).toContain('"region": "eu-west-1"');
    expect(maskText(written).split('\n')).toHaveLength(written.split('\n').length);
    expect(maskText('{ "connections": [], "AKIA/with a long text+in it": "x" }')).not.toContain('AKIA');
  });
});

describe('the difference by lines', () => {
  const line = fc.constantFrom('a', 'b', 'c', 'd');
  it('gives the old text without what was added, and the new one without what was removed', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 12 }), (before, after) => {
        const lines = diffLines(before, after);
        const text = (kind: string, from: readonly string[]) =>
          lines.flatMap((one) =>
            one.kind === kind || one.kind === 'same'
              ? [one.kind === 'removed' ? from[one.at] : after[one.at]]
              : [],
          );
        expect(text('added', after)).toEqual(after);
        expect(text('removed', before)).toEqual(before);
      }),
    );
  });
});

describe('any sequence of changes', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const anyChange: fc.Arbitrary<ConnectionsChange> = fc.oneof(
    id.map((one): ConnectionsChange => ({ kind: 'add', entry: entry(one) })),
    fc
      .tuple(id, id, fc.string({ minLength: 1, maxLength: 8 }))
      .map(([connectionId, next, name]): ConnectionsChange => ({
        kind: 'replace',
        connectionId,
        entry: entry(next, { name }),
      })),
    id.map((connectionId): ConnectionsChange => ({ kind: 'remove', connectionId })),
    fc
      .tuple(id, fc.nat(6))
      .map(([connectionId, to]): ConnectionsChange => ({ kind: 'move', connectionId, to })),
    fc
      .uniqueArray(id, { minLength: 1, maxLength: 3 })
      .map((ids): ConnectionsChange => ({ kind: 'import', entries: ids.map((one) => entry(one)) })),
  );
  const unreadable = '{ "id": "kept", "nonsense": [1, 2,   3] }';
  const starts = fc.constantFrom(
    undefined,
    '',
    written,
    `{"connections":[${unreadable}]}`,
    `{\n\t"connections": [\n\t\t${unreadable},\n\t\t7,\n\t\tnull\n\t],\n\t"note": "mine"\n}`,
    '{ "connections": [\r\n] }\r\n',
  );

  it('loses no entry that it does not name', () => {
    fc.assert(
      fc.property(starts, fc.array(anyChange, { maxLength: 10 }), (start, changes) => {
        let text: string | undefined = start;
        for (const one of changes) {
          const before = listIds(text);
          const { text: after, preview } = changeFile(text, one);
          if (after === null) {
            expect(preview.problems.length).toBeGreaterThan(0);
            continue;
          }
          expect(listIds(after).toSorted()).toEqual(expectedIds(before, one).toSorted());
          if (text?.includes(unreadable) === true) expect(after).toContain(unreadable);
          if (text?.includes('"note": "mine"') === true) expect(after).toContain('"note": "mine"');
          text = after;
        }
      }),
    );
  });

  function listIds(text: string | undefined): string[] {
    const file =
      text === undefined || text === ''
        ? { connections: [] }
        : (JSON.parse(text) as { connections: unknown[] });
    return file.connections.map((one) =>
      typeof one === 'object' && one !== null && 'id' in one
        ? String(one.id)
        : `value ${JSON.stringify(one)}`,
    );
  }

  function expectedIds(before: readonly string[], one: ConnectionsChange): string[] {
    switch (one.kind) {
      case 'add':
        return [...before, idIn(one.entry)];
      case 'import':
        return [...before, ...one.entries.map((added) => idIn(added))];
      case 'remove':
        return before.filter((known) => known !== one.connectionId);
      case 'replace':
        return before.map((known) => (known === one.connectionId ? idIn(one.entry) : known));
      default:
        return [...before];
    }
  }
});
