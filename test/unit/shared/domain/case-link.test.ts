import { describe, expect, it, test } from 'vitest';
import {
  casePlaces,
  deploymentKey,
  findCaseLink,
  parseDeployment,
  readCaseLink,
  readCaseSearch,
  toOpenAddress,
  writeCaseLink,
  type CasePlace,
} from '#shared/domain/case-link.ts';
import { readDeadLetters } from '#renderer/features/dead-letters/address.ts';
import { readIncidents } from '#renderer/features/incidents/address.ts';
import { readTriage } from '#renderer/features/triage/address.ts';

const deployment = deploymentKey({ accountId: '111122223333', region: 'eu-west-1', table: 'autowired-live' });
const batch = { tenantId: 'northwind', batchId: 'batch-01M7SJ8EE04C' };

const places: readonly (readonly [string, CasePlace])[] = [
  ['a batch', casePlaces.batch(batch)],
  ['a group of a batch', casePlaces.batch(batch, 'k3j9x0')],
  ['a document', casePlaces.document({ ...batch, documentId: 'doc-7' })],
  ['the execution of a run', casePlaces.execution(batch, 2)],
  ['a cause', casePlaces.cause('k3j9x0')],
  ['a job', casePlaces.job('job-1')],
  ['a queue', casePlaces.queue('autowired-documents-dlq-live')],
  ['a page of a tenant', { page: '/costs', search: { tenant: 'größe & co/1', view: 'patterns' } }],
];

describe('a link of a case', () => {
  it.each(places)('leads to %s again', (_name, place) => {
    const link = writeCaseLink({ deployment, place }) ?? '';
    expect(link).toMatch(/^sluice:\/\/open\?in=111122223333:eu-west-1:autowired-live&page=/);
    expect(readCaseLink(link)).toEqual({ deployment, place });
    expect(readCaseLink(link.replace('open?', 'open/?'))).toEqual({ deployment, place });
    const address = new URL(toOpenAddress({ deployment, place }), 'app://console');
    expect(readCaseSearch(Object.fromEntries(address.searchParams))).toEqual({ deployment, place });
  });

  it('is understood by the pages that it leads to', () => {
    const { search } = casePlaces.execution(batch, 2);
    expect(readTriage(search)).toMatchObject({ tenant: 'northwind', execution: 'overview', run: 2 });
    expect(readIncidents(casePlaces.cause('k3j9x0').search)).toMatchObject({ cause: 'k3j9x0' });
    expect(readDeadLetters(casePlaces.queue('a-dlq').search)).toMatchObject({ queue: 'a-dlq' });
  });

  it('has only signs that no chat takes for the end of a link', () => {
    const place = { page: '/triage', search: { tenant: "it's (a) *new* ~one!", batch: 'b 1' } } as const;
    const link = writeCaseLink({ deployment, place }) ?? '';
    expect(link).toMatch(/^[\w:/?&=%.-]+$/);
    expect(readCaseLink(link)?.place).toEqual(place);
  });

  it('carries nothing that a press of one key would carry out', () => {
    const triage = { tenant: 't', batch: 'b', selected: 'doc-1 doc-2', filter: 'Maya', rows: 'x' };
    const search = { tenant: 't', start: 'yes', document: 't/p/b/d', confidence: '0.1' };
    const of = (place: CasePlace) => readCaseLink(writeCaseLink({ deployment, place }) ?? '')?.place.search;
    expect(of({ page: '/triage', search: triage })).toEqual({ tenant: 't', batch: 'b' });
    expect(of({ page: '/review', search })).toEqual({ tenant: 't' });
    expect(of({ page: '/workflows', search })).toEqual({ tenant: 't' });
  });

  it('is not written if it would be cut on its way', () => {
    const search = { tenant: 'ß'.repeat(500), batch: 'ß'.repeat(500) };
    expect(writeCaseLink({ deployment, place: { page: '/triage', search } })).toBeNull();
  });

  it('is found in a message', () => {
    const link = writeCaseLink({ deployment, place: casePlaces.batch(batch) }) ?? '';
    for (const text of [
      `See ${link}.`,
      `(${link})`,
      `<${link}|the batch>`,
      `Batch 1\n${link}\nThanks, Maya`,
      `"${link}"`,
    ]) {
      expect(findCaseLink(text), text).toEqual({ deployment, place: casePlaces.batch(batch) });
    }
    const dotted = writeCaseLink({ deployment, place: casePlaces.job('job.1.') }) ?? '';
    expect(findCaseLink(`See ${dotted}.`)?.place).toEqual(casePlaces.job('job.1.'));
    expect(findCaseLink('sluice://batch/b-1')).toBeNull();
  });
});

test('a deployment has the same name on every machine', () => {
  expect(parseDeployment(deployment)).toEqual({
    accountId: '111122223333',
    region: 'eu-west-1',
    table: 'autowired-live',
  });
  const sovereign = { accountId: '111122223333', region: 'eusc-de-east-1', table: 'autowired-live' };
  expect(parseDeployment(deploymentKey(sovereign))).toEqual(sovereign);
  const place = casePlaces.job('job-1');
  const link = writeCaseLink({ deployment: deploymentKey(sovereign), place }) ?? '';
  expect(readCaseLink(link)).toEqual({ deployment: deploymentKey(sovereign), place });
  expect(parseDeployment('sandbox')).toBeNull();
  expect(parseDeployment('production')).toBeNull();
});
