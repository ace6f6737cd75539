import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import {
  namesFrom,
  nameWorkflows,
  PersonName,
  ProjectName,
  TenantName,
  WorkflowName,
} from '#renderer/contract/names.tsx';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import type { NameKey } from '#shared/contract/lookup.ts';
import { pipelineActor } from '#shared/domain/pipeline-names.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { aSession } from '#test/builders/a-session.ts';
import { someNames } from '#test/builders/some-names.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';

type NamesRead = { names: { key: NameKey; name: string | null }[] };

/** Names everything by writing its last id in capitals. */
function nameAll({ keys }: { readonly keys: NameKey[] }): Result<NamesRead> {
  return ok({ names: keys.map((key) => ({ key, name: String(Object.values(key).at(-1)).toUpperCase() })) });
}

function aScreen(read: (input: { readonly keys: NameKey[] }) => Result<NamesRead> = nameAll) {
  const bridge = fakeBridge({
    'names.read': read,
    'session.current': () => ok(aSession()),
    'projects.ofTenant': () =>
      ok({ rows: [aProject('northwind', 'invoices', 'Invoices 2026')], cursor: null, throttled: 0 }),
  });
  const client = createQueryClient(bridge, { onCommandFailure: () => undefined });
  const asked = () => bridge.calls.filter(({ operation }) => operation === 'names.read');
  return { client, asked };
}

function aProject(tenantId: string, projectId: string, name: string) {
  const asRead = { version: 1, createdAt: null, updatedAt: null, catchingUp: false, expired: false };
  return { tenantId, projectId, name, batchCount: 1, ...asRead, problems: [] };
}

const rows = (
  <>
    <TenantName tenantId="northwind" />
    <TenantName tenantId="northwind" />
    <ProjectName tenantId="northwind" projectId="invoices" />
    <WorkflowName tenantId="northwind" projectId="invoices" workflowId="wf-invoice" />
    <PersonName tenantId="northwind" personId="user-7" />
  </>
);

function draw(client: QueryClient): string {
  return renderToString(<QueryClientProvider client={client}>{rows}</QueryClientProvider>).replaceAll(
    /<!--.*?-->/g,
    '',
  );
}

describe('names on screen', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('shows ids until all names were read in one call, each asked once', async () => {
    const { client, asked } = aScreen();
    expect(draw(client)).toContain('<span title="northwind">northwind</span>');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(draw(client)).toContain('<span title="northwind">NORTHWIND</span>');
    expect(draw(client)).toContain('<span title="wf-invoice">WF-INVOICE</span>');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]?.input).toMatchObject({ keys: { length: 4 } });
  });

  test('does not read a name that an answer of the page brings', async () => {
    const { client, asked } = aScreen();
    draw(client);
    await client.fetchInfiniteQuery(pagedOptions('projects.ofTenant', { tenantId: 'northwind' }));
    expect(draw(client)).toContain('Invoices 2026');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(JSON.stringify(asked())).not.toContain('"of":"project"');
  });

  test('a thing without a name keeps its id and is not asked for again', async () => {
    const { client, asked } = aScreen(({ keys }) => ok({ names: keys.map((key) => ({ key, name: null })) }));
    draw(client);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(draw(client)).toContain('>invoices</span>');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked()).toHaveLength(1);
  });

  test('a read that failed is tried again after a minute, not at once', async () => {
    const { client, asked } = aScreen(() =>
      refused({ code: 'throttled', message: 'Too many reads.', attempts: 3 }),
    );
    draw(client);
    await vi.advanceTimersByTimeAsync(1_000);
    draw(client);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    draw(client);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked()).toHaveLength(2);
  });

  test('names are forgotten with everything else that was read for a connection', async () => {
    const { client } = aScreen();
    draw(client);
    await vi.advanceTimersByTimeAsync(1_000);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session.current' });
    expect(draw(client)).toContain('>northwind</span>');
  });

  test('an id that cannot be a key is never asked for', async () => {
    const { client, asked } = aScreen();
    renderToString(
      <QueryClientProvider client={client}>
        <PersonName tenantId="northwind" personId="a#b" />
        <TenantName tenantId={'x'.repeat(300)} />
      </QueryClientProvider>,
    );
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked()).toHaveLength(0);
  });

  test('the people of the session are named without a read', async () => {
    const { client, asked } = aScreen();
    await client.fetchQuery(operationOptions('session.current', {}));
    const who = aSession().personas[0];
    const drawn = renderToString(
      <QueryClientProvider client={client}>
        <PersonName personId={who?.id ?? ''} />
      </QueryClientProvider>,
    );
    expect(drawn).toContain(who?.name);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked()).toHaveLength(0);
  });
});

describe('the workflows of a filter over all tenants', () => {
  const at = (tenantId: string, workflowId: string) => ({ tenantId, projectId: 'p', workflowId });

  test('have their name, and all names of an id that several tenants use', () => {
    const names = someNames({
      'workflow northwind p freight': 'Carrier invoices',
      'workflow northwind p invoice': 'Invoices',
      'workflow kestrel p invoice': 'Rechnungen',
      'workflow quill p invoice': 'Facturas',
    });
    const places = [at('northwind', 'freight'), at('quill', 'new'), at('northwind', 'invoice')];
    expect([...nameWorkflows([...places, at('kestrel', 'invoice')], names)]).toEqual([
      ['freight', 'Carrier invoices'],
      ['new', 'new'],
      ['invoice', 'Invoices, Rechnungen'],
    ]);
    const three = [at('northwind', 'invoice'), at('kestrel', 'invoice'), at('quill', 'invoice')];
    expect(nameWorkflows(three, names).get('invoice')).toBe('Facturas, Invoices, …');
  });

  test('do not ask for the name of the pipeline, which is no person', () => {
    const asked: string[] = [];
    const names = namesFrom(new Map(), [], null, (key) => asked.push(key.of));
    expect(names.person(pipelineActor, 'northwind')).toBe(pipelineActor);
    expect(asked).toEqual([]);
  });
});
