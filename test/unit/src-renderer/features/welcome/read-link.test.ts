import { describe, expect, it } from 'vitest';
import { messages } from '#renderer/features/welcome/messages.ts';
import { readLink } from '#renderer/features/welcome/read-link.ts';

const arn = 'arn:aws:states:eu-west-1:111122223333:execution:autowire-batch-processing-prod:batch-01-run-1';

describe('a pasted link', () => {
  it.each([
    ['sluice://batch/b-1', { kind: 'id', id: 'sluice://batch/b-1' }],
    ['sluice://document/acme/b-1/doc-7', { kind: 'id', id: 'sluice://document/acme/b-1/doc-7' }],
    [
      `  <sluice://execution/${encodeURIComponent(arn)}> `,
      { kind: 'id', id: `sluice://execution/${encodeURIComponent(arn)}` },
    ],
    ['SLUICE://page/Dead-Letters/', { kind: 'page', address: '/dead-letters' }],
    ['sluice://queue/documents-dlq', { kind: 'page', address: '/dead-letters?queue=documents-dlq' }],
    [
      'http://127.0.0.1:40123/triage?tenant=acme&batch=b-1#token',
      { kind: 'page', address: '/triage?tenant=acme&batch=b-1' },
    ],
    ['http://localhost:1/find?id=b-1', { kind: 'page', address: '/find?id=b-1' }],
    [
      `https://eu-west-1.console.aws.amazon.com/states/home?region=eu-west-1#/v2/executions/details/${arn}`,
      { kind: 'id', id: arn },
    ],
    ['batch-01JC9NZK41RD', { kind: 'id', id: 'batch-01JC9NZK41RD' }],
    [arn, { kind: 'id', id: arn }],
  ])('%s leads to a place', (text, place) => {
    expect(readLink(text)).toEqual(place);
  });

  it.each([
    ['', messages.link.empty],
    ['   ', messages.link.empty],
    ['sluice://page/nowhere', messages.link.noPage('nowhere')],
    ['sluice://batch/b-1?action=reprocess', messages.link.noSluiceLink],
    ['sluice://reprocess/b-1', messages.link.noSluiceLink],
    ['http://127.0.0.1:1/assets/index.js', messages.link.noPage('/assets/index.js')],
    ['https://eu-west-1.console.aws.amazon.com/dynamodbv2/home', messages.link.noExecution],
    ['https://tickets.example.com/4711', messages.link.otherSite('tickets.example.com')],
    ['file:///etc/passwd', messages.link.noAddress],
    ['https://', messages.link.noAddress],
    ['one\ntwo', messages.link.severalLines],
    ['a#b', messages.link.separator],
    ['a'.repeat(257), messages.link.tooLong],
  ])('%j is explained in place', (text, problem) => {
    expect(readLink(text)).toEqual({ kind: 'problem', problem });
  });
});
