import type { Specimen } from './specimen.ts';

const deep = '['.repeat(5_000) + ']'.repeat(5_000);

/** These bodies are not JSON, or are only a piece of it. */
export const texts: readonly Specimen[] = [
  { name: 'a greeting', body: 'hello', kind: 'hello' },
  { name: 'a greeting, louder', body: ' Hello ', kind: 'hello' },
  { name: 'dots', body: '...', kind: 'dots' },
  { name: 'nothing', body: '', kind: 'nothing' },
  { name: 'blanks', body: ' \n\t ', kind: 'nothing' },
  { name: 'a sharp s', body: 'test test ß', kind: 'test' },
  { name: 'half an event', body: '{"Records":[', kind: 'half an event' },
  { name: 'an error with an id', body: 'batch 4711 was not found', kind: 'not found' },
  { name: 'the same error with another', body: 'batch 4712 was not found', kind: 'not found' },
  { name: 'a figure', body: '42', kind: 'figure' },
  { name: 'another figure', body: '7', kind: 'figure' },
  { name: 'JSON’s nothing', body: 'null', kind: 'null' },
  { name: 'JSON’s yes', body: 'true', kind: 'true' },
  { name: 'XML', body: '<webhook><tenant>kestrel</tenant></webhook>', kind: 'xml' },
  {
    name: 'XML with a password',
    body: '<login><user>svc</user><password>hunter2</password></login>',
    kind: 'a secret',
    hides: { '': 'secret' },
    secrets: ['hunter2'],
  },
  {
    name: 'a form with a password',
    body: 'user=svc&password=hunter2&go=1',
    kind: 'a secret',
    hides: { '': 'secret' },
    secrets: ['hunter2'],
  },
  {
    name: 'a token',
    body: `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${'s'.repeat(30)}`,
    kind: 'a token',
    hides: { '': 'token' },
    secrets: ['eyJ', 'ssss'],
  },
  {
    name: 'a token, quoted as JSON',
    body: `"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${'s'.repeat(30)}"`,
    kind: 'a token',
    hides: { '': 'token' },
    secrets: ['eyJ', 'ssss'],
  },
  {
    name: 'a signed address in a sentence',
    body: 'see https://b.s3.amazonaws.com/a.pdf?X-Amz-Signature=0f1e2d3c for it',
    kind: 'a signed address',
    hides: { '': 'pre-signed URL' },
    secrets: ['0f1e2d3c'],
  },
  {
    name: 'a complaint',
    body: 'Customer ada@example.com says the invoice is wrong',
    kind: 'a mail address',
    hides: { '': 'e-mail' },
    secrets: ['ada@example.com'],
  },
  {
    name: 'an account number',
    body: 'GB82 WEST 1234 5698 7654 32',
    kind: 'an account number',
    hides: { '': 'account number' },
    secrets: ['WEST'],
  },
  {
    name: 'bytes in base64',
    body: 'QUJDREVGR0g='.repeat(1) + 'QUJD'.repeat(80),
    kind: 'bytes',
    hides: { '': 'opaque text' },
    secrets: ['QUJDQUJD'],
  },
  { name: 'brackets, half a mile deep', body: deep, kind: 'brackets' },
  {
    name: 'CSV',
    body: 'tenant;batch;count\nkestrel;batch-1;4',
    kind: 'csv',
  },
];
