import type { Specimen } from './specimen.ts';

const subject = { tenantId: 'kestrel', batchId: 'batch-01M3B8' };
const told = { ...subject, run: 1, status: 'SUCCEEDED', counts: { SUCCEEDED: 11, FAILED: 1 } };
const url = 'https://hooks.kestrel.example/autowire';
const iban = 'DE89 3704 0044 0532 0130 00';
const jwt = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${'s'.repeat(40)}`;
const signed =
  'https://files.s3.eu-central-1.amazonaws.com/a.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=0f1e2d3c';

/** Applications send each other these messages. */
export const pipelines: readonly Specimen[] = [
  { name: 'a webhook', body: JSON.stringify({ ...told, url }), kind: 'webhook', says: subject },
  {
    name: 'a webhook, keys in another order',
    body: JSON.stringify({ url, counts: { FAILED: 2, SUCCEEDED: 4 }, ...subject, status: 'FAILED', run: 2 }),
    kind: 'webhook',
    says: subject,
  },
  {
    name: 'a webhook with a password in its address',
    body: JSON.stringify({ ...told, url: 'https://kestrel:hunter2@hooks.kestrel.example/in' }),
    kind: 'webhook',
    says: subject,
    hides: { '.url': 'secret' },
    secrets: ['hunter2'],
  },
  {
    name: 'a webhook with a token in its address',
    body: JSON.stringify({ ...told, url: `${url}?token=abcd-1234` }),
    kind: 'webhook',
    says: subject,
    hides: { '.url': 'pre-signed URL' },
    secrets: ['abcd-1234'],
  },
  {
    name: 'a webhook to a chat',
    body: JSON.stringify({ ...told, url: 'https://hooks.slack.com/services/T04KD2/B07Q1M/9f2KqLm4Tz' }),
    kind: 'webhook',
    says: subject,
    hides: { '.url': 'secret' },
    secrets: ['9f2KqLm4Tz'],
  },
  {
    name: 'a webhook whose batch id is a figure',
    body: JSON.stringify({ ...told, batchId: 7, url }),
    kind: 'webhook, batch id a figure',
    says: { tenantId: 'kestrel' },
  },
  {
    name: 'a webhook without counts',
    body: JSON.stringify({ ...subject, run: 1, status: 'FAILED', url }),
    kind: 'webhook, no counts',
    says: subject,
  },
  {
    name: 'a file to download, encrypted',
    body: JSON.stringify({
      batch_id: 'b-2026-11-09',
      fileName: 'report.csv.gpg',
      PresignedURL: signed,
      EncryptedAESKey: 'q83vEjRWeJA=',
      EncodedAESIV: 'EjRWeJCrze8=',
    }),
    kind: 'download',
    says: { batchId: 'b-2026-11-09', fileName: 'report.csv.gpg' },
    hides: { '.PresignedURL': 'secret', '.EncryptedAESKey': 'secret', '.EncodedAESIV': 'secret' },
    secrets: ['0f1e2d3c', 'q83vEjRWeJA=', 'EjRWeJCrze8='],
  },
  {
    name: 'an extraction, whole',
    body: JSON.stringify({
      document_id: 'doc-9',
      extractedFields: { total: '149.90', customer: { name: 'Ada Byron', iban } },
      lineItems: [{ text: 'Hinge', price: 3.5 }],
      verified: true,
    }),
    kind: 'extraction',
    says: { documentId: 'doc-9' },
    hides: {
      '.extractedFields.total': 'extracted value',
      '.extractedFields.customer.name': 'extracted value',
      '.extractedFields.customer.iban': 'extracted value',
      '.lineItems[0].text': 'extracted value',
      '.lineItems[0].price': 'extracted value',
    },
    secrets: ['149.90', 'Ada Byron', '3704', 'Hinge', '3.5'],
  },
  {
    name: 'a correction',
    body: JSON.stringify({ documentId: 'doc-3', field: 'total', value: 12.5, correctedValue: 125 }),
    kind: 'correction',
    says: { documentId: 'doc-3' },
    hides: { '.value': 'extracted value', '.correctedValue': 'extracted value' },
  },
  {
    name: 'credentials, nested',
    body: JSON.stringify({ job: 'sync', credentials: { user: 'svc-sync', key: ['k1', 'k2'] } }),
    kind: 'credentials',
    hides: {
      '.credentials.user': 'secret',
      '.credentials.key[0]': 'secret',
      '.credentials.key[1]': 'secret',
    },
    secrets: ['svc-sync', 'k1', 'k2'],
  },
  {
    name: 'a request as it came',
    body: JSON.stringify({
      method: 'POST',
      headers: { Authorization: `Bearer ${jwt}`, Cookie: 'sid=1234' },
      path: '/v1/batches',
    }),
    kind: 'request',
    hides: { '.headers.Authorization': 'secret', '.headers.Cookie': 'secret' },
    secrets: [jwt, 'sid=1234'],
  },
  {
    name: 'a log line with a token in it',
    body: JSON.stringify({ level: 'error', msg: `upstream said 401 to ${jwt}` }),
    kind: 'log line',
    hides: { '.msg': 'token' },
    secrets: [jwt],
  },
  {
    name: 'a log line with an access key in it',
    body: JSON.stringify({ level: 'warn', msg: 'signed by AKIAIOSFODNN7EXAMPLE, expired' }),
    kind: 'log line',
    hides: { '.msg': 'access key' },
    secrets: ['AKIAIOSFODNN7EXAMPLE'],
  },
  {
    name: 'a log line with nothing to hide',
    body: JSON.stringify({ level: 'warn', msg: 'retrying in 5 s' }),
    kind: 'log line',
  },
  {
    name: 'a mail to be sent',
    body: JSON.stringify({
      template: 'welcome',
      to: ['ada@example.com', 'Bob <bob@example.org>'],
      locale: 'de',
    }),
    kind: 'mail',
    hides: { '.to[0]': 'e-mail', '.to[1]': 'e-mail' },
    secrets: ['ada@', 'bob@'],
  },
  {
    name: 'a payment, its account in a sentence',
    body: `{"note":"Please pay to ${iban} by Friday","amount":12345678901234567890.10}`,
    kind: 'payment',
    hides: { '.note': 'account number' },
    secrets: ['3704'],
  },
  {
    name: 'ids that only look like accounts',
    body: JSON.stringify({ note: 'order AB12CDEF3456GHIJ7890 and 01J8XK42ABCDEFGHJKMNPQRSTV', amount: 1 }),
    kind: 'payment',
  },
  {
    name: 'a list of jobs',
    body: JSON.stringify([
      { batchId: 'batch-5', tries: 1 },
      { batchId: 'batch-6', tries: null },
    ]),
    kind: 'list of jobs',
    says: { batchId: 'batch-5' },
  },
  {
    name: 'results by document',
    body: JSON.stringify({ results: { 'doc-01M3A7K2': { ok: true }, 'doc-01M3A7K3': { ok: false } } }),
    kind: 'results by document',
  },
  {
    name: 'results by other documents',
    body: JSON.stringify({ results: { 'doc-01M3B8Q1': { ok: true } } }),
    kind: 'results by document',
  },
  {
    name: 'a picture in base64',
    body: JSON.stringify({ documentId: 'doc-4', page: 'iVBORw0KGgo'.repeat(40) }),
    kind: 'picture',
    says: { documentId: 'doc-4' },
    hides: { '.page': 'opaque text' },
    secrets: ['iVBORw0KGgoiVBOR'],
  },
  {
    name: 'an event with empty ids',
    body: JSON.stringify({ tenantId: '', batchId: '', documentId: '' }),
    kind: 'empty ids',
  },
  {
    name: 'a private key',
    body: JSON.stringify({
      pem: '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----',
    }),
    kind: 'pem',
    hides: { '.pem': 'private key' },
    secrets: ['MIIEpAIBAAKCAQEA'],
  },
  {
    name: 'keys that mean ill',
    body: '{"__proto__":{"token":"abc123"},"constructor":{"batchId":"batch-9"},"a.b[0]\\\\":{"password":"p1!"}}',
    kind: 'ill-meant keys',
    says: { batchId: 'batch-9' },
    hides: { '.__proto__.token': 'secret', ['.a\\.b\\[0\\]\\\\.password']: 'secret' },
    secrets: ['abc123', 'p1!'],
  },
];
