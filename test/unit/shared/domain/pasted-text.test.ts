import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findIdsInText, mostIdsInText, writeAsPaste } from '#shared/domain/pasted-text.ts';
import { recogniseId, type RecognisedId } from '#shared/domain/recognise-id.ts';

const batch = 'batch-01M7SJ8EE04C';
const doc = 'doc-01M7SJ8EE0A2';
const uuid = 'c9e3f6d2-8b54-4f0b-8f3d-52b1a7e09f42';
const arn = `arn:aws:states:eu-west-1:111122223333:execution:autowire-batch-processing-prod:${batch}-r2`;
const key = `documents/northwind/${batch}/${doc}/carrier-2026-11-0402.pdf`;
const inTenant = `document ${doc} in northwind/${batch}`;
const inBatch = `document ${doc} in ${batch}`;

/** Each row is a thing that people paste, and the first id that must be found in it. */
const pasted: readonly (readonly [string, string, string])[] = [
  [
    'a message from a chat',
    `hey, *${batch}* from Northwind failed again :sob: can you look?`,
    `batch ${batch}`,
  ],
  ['a message with two ids', `${doc} of ${batch} is stuck since 9:30`, inBatch],
  ['a message with a full stop', `It was ${batch}.`, `batch ${batch}`],
  ['a quoted line of a chat', `> Maya 11:02\n> \`${batch}\` again`, `batch ${batch}`],
  [
    'a line of a log',
    `2026-11-19T11:02:40Z ERROR batchId=${batch} documentId=${doc} UnsupportedDocument`,
    inBatch,
  ],
  [
    'a line of a log with its tenant',
    `tenant_id="northwind" batch_id="${batch}" document_id="${doc}"`,
    inTenant,
  ],
  ['a line with names in words', `Batch ID: 4711-A, tenant id: acme`, 'batch 4711-A of acme'],
  [
    'a structured log line',
    JSON.stringify({ level: 'error', tenantId: 'northwind', batchId: batch, documentId: doc }),
    inTenant,
  ],
  [
    'JSON inside a message',
    JSON.stringify({
      Records: [{ messageId: uuid, body: JSON.stringify({ tenantId: 'northwind', batchId: batch }) }],
    }),
    `batch ${batch} of northwind`,
  ],
  [
    'JSON with text around it',
    `failed with {"batch_id": "KB big 900", "tenant_id": "acme"} today`,
    'batch KB big 900 of acme',
  ],
  [
    'the input of an execution',
    JSON.stringify({ batch: { tenantId: 'northwind', batchId: batch }, retryCount: 0 }),
    `batch ${batch} of northwind`,
  ],
  [
    'an item of the table as JSON',
    JSON.stringify({ PK: { S: `TENANT#northwind#BATCH#${batch}` }, SK: { S: `DOCUMENT#${doc}` } }),
    inTenant,
  ],
  ['two cells of the table', `TENANT#northwind#BATCH#${batch}\tDOCUMENT#${doc}`, inTenant],
  [
    'a key of a batch in a sentence',
    `see TENANT#northwind#BATCH#${batch} please`,
    `batch ${batch} of northwind`,
  ],
  ['an S3 key', key, inTenant],
  ['an S3 URI', `s3://autowired-documents-prod/${key}`, inTenant],
  ['an S3 URI of a bucket called documents', `s3://documents/${key}`, inTenant],
  ['an S3 URI in a sentence', `see s3://team-documents/${key}, please`, inTenant],
  ['an S3 URI of results', `s3://autowired-documents-prod/results/northwind/${batch}/${doc}.json`, inTenant],
  ['an S3 key of a stage', `temporary/${batch}/${doc}/r1-textract.json`, inBatch],
  [
    'an S3 folder of a batch',
    `s3://autowired-documents-prod/documents/northwind/${batch}/`,
    `batch ${batch} of northwind`,
  ],
  [
    'an S3 folder of the inbox',
    's3://autowired-documents-prod/inbox/northwind/freight-invoices/',
    'tenant northwind',
  ],
  [
    'an object in the AWS console',
    `https://eu-west-1.console.aws.amazon.com/s3/object/autowired-documents-prod?region=eu-west-1&prefix=${encodeURIComponent(key)}`,
    inTenant,
  ],
  [
    'an execution in the AWS console',
    `https://eu-west-1.console.aws.amazon.com/states/home?region=eu-west-1#/v2/executions/details/${encodeURIComponent(arn)}`,
    `execution ${arn}`,
  ],
  [
    'an item in the AWS console',
    `https://eu-west-1.console.aws.amazon.com/dynamodbv2/home?region=eu-west-1#edit-item?itemMode=2&pk=${encodeURIComponent(`TENANT#northwind#BATCH#${batch}`)}&sk=${encodeURIComponent(`DOCUMENT#${doc}`)}&table=autowired-prod`,
    inTenant,
  ],
  [
    'a log search in the AWS console',
    `https://eu-west-1.console.aws.amazon.com/cloudwatch/home?region=eu-west-1#logsV2:log-groups/log-group/$252Faws$252Flambda$252Fautowired-document-processor-prod/log-events$3FfilterPattern$3D$2522${batch}$2522`,
    `batch ${batch}`,
  ],
  ['an ARN in a sentence', `Execution failed: ${arn}.`, `execution ${arn}`],
  ['a name of an execution', `${batch}-r2`, `execution ${batch}-r2`],
  ['a name of an execution in a sentence', `look at ${batch}-r1, it timed out`, `execution ${batch}-r1`],
  ['our link to a batch', `sluice://batch/${batch}`, `batch ${batch}`],
  ['our link in a ticket', `See sluice://document/northwind/${batch}/${doc} (opened by Maya).`, inTenant],
  [
    'an address of ours',
    `http://127.0.0.1:4600/triage?tenant=northwind&batch=${batch}&document=${doc}`,
    inTenant,
  ],
  [
    'an address of ours with a batch only',
    `http://127.0.0.1:4600/triage?tenant=northwind&batch=${batch}`,
    `batch ${batch} of northwind`,
  ],
  [
    'a person from a mail',
    'Maya Ortiz <maya.ortiz@northwind.example>',
    'e-mail maya.ortiz@northwind.example',
  ],
  ['a link to a mail address', 'mailto:maya.ortiz@northwind.example', 'e-mail maya.ortiz@northwind.example'],
  ['small letters', batch.toLowerCase(), `batch ${batch.toLowerCase()}`],
  ['capitals', `BATCH-01M7SJ8EE04C was red`, 'batch BATCH-01M7SJ8EE04C'],
  ['a document alone', `${doc}?`, `document ${doc}`],
  ['a message of a queue', `MessageId: ${uuid}`, `message ${uuid}`],
  ['a file of the provider', 'positions-2026-11-19 is missing', 'file positions-2026-11-19'],
  ['a line of a spreadsheet', `northwind\t${batch}\t4\tFAILED`, `batch ${batch}`],
  ['HTML', `<a href="sluice://batch/${batch}">batch</a>`, `batch ${batch}`],
  [
    'a command',
    `aws stepfunctions describe-execution --execution-arn ${arn} --profile prod`,
    `execution ${arn}`,
  ],
  ['a list in Markdown', `- [ ] ${batch}\n- [ ] batch-01M7WPCSG0RD`, `batch ${batch}`],
];

function describeId({ kind, id, within, tenantId }: RecognisedId): string {
  const place =
    within === undefined
      ? ''
      : ` in ${within.tenantId === undefined ? '' : `${within.tenantId}/`}${within.batchId}`;
  return `${kind} ${id}${place}${tenantId === undefined ? '' : ` of ${tenantId}`}`;
}

describe('the first id in what was copied', () => {
  test.each(pasted)('from %s', (_what, text, expected) => {
    const [first] = findIdsInText(text);
    expect(first && describeId(first.id)).toBe(expected);
  });

  test('other spellings are listed after the one that was copied', () => {
    expect(findIdsInText(batch.toLowerCase()).map(({ id, source }) => `${id.id} (${source})`)).toEqual([
      `${batch.toLowerCase()} (text)`,
      `${batch} (other spelling)`,
    ]);
  });

  test('all ids of a list are found, each once', () => {
    const text = `- ${batch}\n- batch-01M7WPCSG0RD\n- ${batch}`;
    expect(findIdsInText(text).map(({ id }) => id.id)).toEqual([batch, 'batch-01M7WPCSG0RD']);
  });

  test.each([
    'dead letters',
    'why did the third batch fail: again?',
    'batch: failed',
    'C:\\Users\\maya\\Documents',
    'https://example.com/some/path?x=1',
    '{"status": "FAILED"}',
    'Paid 1,204.50 EUR on 2026-11-19',
    '',
  ])('"%s" has none', (text) => {
    expect(findIdsInText(text)).toEqual([]);
  });

  test('an id that no key can hold is left out', () => {
    expect(findIdsInText('{"batchId": "a#b", "tenantId": "t"}')).toEqual([]);
    expect(findIdsInText(`{"batchId": "${'x'.repeat(300)}"}`)).toEqual([]);
  });
});

test('an id is written so that it can be pasted again', () => {
  for (const [, text] of pasted) {
    for (const { id } of findIdsInText(text)) {
      const again = findIdsInText(writeAsPaste(id))[0]?.id ?? recogniseId(writeAsPaste(id));
      if (/\s/.test(writeAsPaste(id)) && id.within === undefined) continue;
      if (again !== undefined) expect(describeId(again)).toBe(describeId(id));
    }
  }
});

test('no text causes an error, and the list has an end', () => {
  const bits = fc.constantFrom(
    '{',
    '"batchId":',
    `"${batch}"`,
    '}',
    '%25',
    '$252F',
    'TENANT#',
    '#BATCH#',
    's3://',
    'documents/',
    '/',
    doc,
    ' ',
    '\n',
    'arn:aws:',
    '<',
    '>',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 300, unit: 'binary' }),
        fc.array(bits, { maxLength: 40 }).map((all) => all.join('')),
      ),
      (text) => {
        const found = findIdsInText(text);
        expect(found.length).toBeLessThanOrEqual(mostIdsInText);
        expect(new Set(found.map(({ id }) => `${id.kind} ${id.id}`)).size).toBe(found.length);
      },
    ),
  );
});

test('a long text is read at once', () => {
  const texts = [
    '{'.repeat(200_000),
    'documents/'.repeat(20_000),
    'TENANT#a'.repeat(30_000),
    'x='.repeat(100_000),
    '$25'.repeat(60_000),
    `https://${'a?b=c&'.repeat(30_000)}`,
    'batch id is '.repeat(20_000),
  ];
  const before = performance.now();
  for (const text of texts) findIdsInText(text);
  expect(performance.now() - before).toBeLessThan(2_000);
});
