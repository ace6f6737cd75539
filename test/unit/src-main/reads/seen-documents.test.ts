import { expect, it } from 'vitest';
import { seenDocuments } from '#main/reads/seen-documents.ts';
import { aConnectionSummary, aSession } from '#test/builders/a-session.ts';

const place = (documentId: string, batchId = 'b') => ({ tenantId: 't', batchId, documentId });

it('knows what was seen, for this connection and this sandbox alone', () => {
  let session = aSession();
  const seen = seenDocuments(() => session);
  const before = seen.here();
  before.note([place('d')]);
  expect(seen.here().find('d')).toEqual(place('d'));
  session = aSession({ sandboxResets: 1 });
  expect(seen.here().find('d')).toBeUndefined();
  // A late answer belongs to the connection that was asked.
  before.note([place('late')]);
  expect(seen.here().find('late')).toBeUndefined();
  session = aSession({ connection: aConnectionSummary({ id: 'other' }) });
  expect(seen.here().find('d')).toBeUndefined();
});

it('does not guess if one id was seen in two batches', () => {
  const here = seenDocuments(aSession).here();
  here.note([place('d'), place('d')]);
  expect(here.find('d')).toEqual(place('d'));
  here.note([place('d', 'another')]);
  expect(here.find('d')).toBeUndefined();
  here.note([place('d')]);
  expect(here.find('d')).toBeUndefined();
});

it('forgets the oldest first', () => {
  const here = seenDocuments(aSession, 2).here();
  here.note([place('1'), place('2')]);
  here.note([place('1'), place('3')]);
  expect(['1', '2', '3'].map((id) => here.find(id)?.documentId)).toEqual(['1', undefined, '3']);
});
