import { describe, expect, it } from 'vitest';
import type { StoredItem } from '#main/aws/reading.ts';
import type { ExplorerUnderTest } from './an-explorer.ts';
import { anExplorer, valueOf } from './an-explorer.ts';
import { address, aFile, aPatient } from './clinic.ts';

async function listed(item: StoredItem): Promise<{ explorer: ExplorerUnderTest; handle: string }> {
  const explorer = anExplorer([[item]]);
  const question = { system: 'clinic', pattern: 'fileById', params: [{ fileId: 'F1' }] };
  const { items } = valueOf(await explorer.call('explorer.ask', question));
  return { explorer, handle: items[0]?.handle ?? '' };
}

describe('revealing an attribute', () => {
  it('reads its item again, whole, by its key, and pays for it', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const result = await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    expect(valueOf(result)).toEqual({ value: { S: 'ann@example.com' } });
    expect(explorer.readAgain).toEqual([{ key: aPatient('ann').key }]);
    expect(explorer.receipts).toHaveLength(2);
  });

  it('works for a key that is made of a private value', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const result = await explorer.call('explorer.reveal', { handle, attribute: 'GSI1PK' });
    expect(valueOf(result)).toEqual({ value: { S: 'EMAIL#ann@example.com' } });
  });

  it('of a secret is refused before anything is read', async () => {
    const { explorer, handle } = await listed(aFile('F1', { note: { S: `see ${address}` } }));
    for (const attribute of ['wrappedKey', 'address', 'note']) {
      const result = await explorer.call('explorer.reveal', { handle, attribute });
      expect(result).toMatchObject({
        failure: {
          code: 'invalid-input',
          message: `${attribute} is a secret; it never leaves the main process. Nothing was revealed.`,
        },
      });
    }
    expect(explorer.readAgain).toEqual([]);
  });

  it('of what is not masked, or not there, is refused in plain words', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const open = await explorer.call('explorer.reveal', { handle, attribute: 'patientId' });
    expect(open).toMatchObject({
      failure: { code: 'invalid-input', message: expect.stringContaining('not masked') as string },
    });
    for (const attribute of ['nothing', 'constructor', '__proto__']) {
      const missing = await explorer.call('explorer.reveal', { handle, attribute });
      expect(missing).toMatchObject({ failure: { code: 'not-found', what: 'attribute' } });
    }
  });

  it('by a forged handle, or on another connection, reads nothing', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const forged = await explorer.call('explorer.reveal', { handle: 'A'.repeat(20), attribute: 'email' });
    explorer.switchTo({ id: 'production' });
    const foreign = await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    for (const result of [forged, foreign]) {
      expect(result).toMatchObject({ failure: { code: 'not-found', what: 'item' } });
    }
    expect(explorer.readAgain).toEqual([]);
  });

  it('says when the item, or the attribute, has gone since', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const { email: _gone, ...others } = aPatient('ann').attributes;
    explorer.pages[0] = [{ ...aPatient('ann'), attributes: others }];
    const attribute = await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    explorer.pages[0] = [];
    const item = await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    expect(attribute).toMatchObject({ failure: { code: 'not-found', what: 'attribute' } });
    expect(item).toMatchObject({ failure: { code: 'not-found', what: 'item' } });
    // The list and both looks were paid for; the page has the failure alone.
    expect(explorer.receipts).toHaveLength(3);
    expect([attribute, item].map((result) => Object.keys(result))).toEqual([
      ['ok', 'failure'],
      ['ok', 'failure'],
    ]);
  });

  it('does not bring out a copy of a secret that stands in another attribute', async () => {
    const secret = { wrappedKey: { S: 'TOP-SECRET-VALUE' } };
    const phone = { L: [{ S: 'old TOP-SECRET-VALUE' }, { S: '555 0100' }] };
    const { explorer, handle } = await listed(aPatient('ann', { ...secret, phone }));
    const revealed = await explorer.call('explorer.reveal', { handle, attribute: 'phone' });
    expect(JSON.stringify(revealed)).not.toContain('TOP-SECRET-VALUE');
  });

  it('does not bring out a secret that has been written there since', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    const detail = { M: { at: { S: 'home' }, link: { S: address } } };
    explorer.pages[0] = [aPatient('ann', { email: { S: address } })];
    const secret = await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    expect(secret).toMatchObject({ failure: { code: 'invalid-input' } });
    explorer.pages[0] = [aPatient('ann', { email: detail })];
    const inner = valueOf(await explorer.call('explorer.reveal', { handle, attribute: 'email' }));
    expect(inner).toMatchObject({ value: { M: { at: { S: 'home' }, link: { MASKED: {} } } } });
  });
});

describe('what the audit says of a reveal', () => {
  it('is the item itself, before it is read, and not what was seen', async () => {
    const { explorer, handle } = await listed(aPatient('ann'));
    await explorer.call('explorer.reveal', { handle, attribute: 'email' });
    expect(explorer.audited()).toMatchObject([
      {
        kind: 'intent',
        operation: 'explorer.reveal',
        person: 'support',
        connection: 'staging',
        ids: {
          system: 'clinic',
          table: 'main',
          entity: 'Patient',
          key: 'PK=PATIENT#ann, SK=PROFILE',
          attribute: 'email',
        },
      },
      { kind: 'outcome', code: 'ok' },
    ]);
    expect(JSON.stringify(explorer.audited())).not.toContain('example.com');
  });

  it('is there for a secret too, with how it ended', async () => {
    const { explorer, handle } = await listed(aFile('F1'));
    await explorer.call('explorer.reveal', { handle, attribute: 'wrappedKey' });
    expect(explorer.audited()).toMatchObject([
      { ids: { key: 'FileID=F1', attribute: 'wrappedKey' } },
      { kind: 'outcome', code: 'invalid-input' },
    ]);
  });

  it('is a hash where the key itself is private', async () => {
    const key = { PK: { S: 'INVITED#bo@example.com' }, SK: { S: 'NOW' } };
    const { explorer, handle } = await listed({ ...aPatient('bo'), key, entity: null, attributes: key });
    const ids = explorer.auditedIds('explorer.reveal', { handle, attribute: 'PK' });
    expect(ids['key']).toMatch(/^PK=sha256:[0-9a-f]{64}, SK=NOW$/);
    expect(ids['entity']).toBe('(unknown)');
  });

  it('is the attribute alone where the handle names nothing, and nothing for other operations', async () => {
    const explorer = anExplorer();
    expect(explorer.auditedIds('explorer.reveal', { handle: 'x', attribute: 'email' })).toEqual({
      attribute: 'email',
    });
    expect(explorer.auditedIds('connections.open', { connectionId: 'staging' })).toEqual({});
  });
});
