import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { sampleAttributes } from '#shared/catalogue/items/sample-attributes.ts';
import { storedItem } from '#main/aws/dynamodb/reading.ts';
import { fileRow } from '#main/rows/download-rows.ts';
import { secretAttributes } from '#main/rows/download-secrets.ts';

const { downloads } = catalogue;
const now = Date.parse('2026-11-20T15:00:00.000Z');
const home = { system: downloads, tableKey: 'jobs', table: downloads.tables.jobs };
const told = (attributes: Attributes) => fileRow(storedItem(home, attributes, now), now);
const [sample = {}] = downloads.samples.jobs.map((one) => sampleAttributes(downloads, 'jobs', one));

/** Generates packed keys and vectors, and addresses as S3 signs them. */
const aSecret = fc
  .uint8Array({ minLength: 16, maxLength: 200 })
  .map((b) => Buffer.from(b).toString('base64'));
const anAddress = fc
  .tuple(fc.stringMatching(/^[0-9a-f]{12,80}$/), fc.boolean())
  .map(
    ([signature, isAmazons]) =>
      `https://files.example/day/${isAmazons ? `a.csv?X-Amz-Expires=60&X-Amz-Signature=${signature}` : `b.csv?token=${signature}`}`,
  );

it('property: no secret of a file leaves, wherever else in the item it is quoted', () => {
  const quotes = fc.array(
    fc.tuple(
      fc.constantFrom(
        'FileID',
        'BatchID',
        'Entity',
        'DownloadDate',
        'Status',
        'CreatedAt',
        'CompletedAt',
        'ErrorMessage',
        'What',
        'By',
        'At',
        'Reason',
      ),
      fc.nat(2),
      fc.constantFrom(
        (secret: string) => secret,
        (secret: string) => `GET ${secret} answered 403`,
        (secret: string) => `2026-11-20T10:00:00Z (${secret})`,
        (secret: string) => JSON.stringify({ url: secret }),
        (secret: string) => `next=${encodeURIComponent(secret)}`,
      ),
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(anAddress, aSecret, aSecret, quotes, (address, key, vector, places) => {
      const secrets = [address, key, vector];
      const quoted = Object.fromEntries(
        places.map(([name, at, quote]) => [name, { S: quote(secrets[at] ?? '') }]),
      );
      const { What, By, At, Reason, ...own } = quoted;
      const row = told({
        ...sample,
        ...own,
        LastEvent: { M: present({ What, By, At, Reason }) },
        PresignedURL: { S: address },
        EncryptedAESKey: { S: key },
        EncodedAESIV: { S: vector },
      });
      const text = JSON.stringify(row);
      for (const secret of secrets) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(encodeURIComponent(secret));
      }
      expect(text).not.toContain(address.split('=').at(-1));
      expect(row).toMatchObject({ address: { isThere: true }, key: { isThere: true, vectorIsThere: true } });
    }),
    { numRuns: 400 },
  );
});

it('property: nor one that is not text', () => {
  fc.assert(
    fc.property(fc.constantFrom(...secretAttributes), aSecret, (name, secret) => {
      for (const value of [{ M: { url: { S: secret } } }, { L: [{ S: secret }] }, { SS: [secret] }]) {
        const row = told({
          ...sample,
          [name]: value,
          ErrorMessage: { S: `It said ${secret}.` },
        });
        expect(JSON.stringify(row)).not.toContain(secret);
        expect(row.error).toBe('(a secret of the download)');
      }
    }),
    { numRuns: 50 },
  );
});

it('a key in place of a status is not shown as an unknown one, even cut short', () => {
  const EncryptedAESKey = { S: Buffer.alloc(256, 'key').toString('base64') };
  const row = told({ ...sample, EncryptedAESKey, Status: EncryptedAESKey });
  expect(row).toMatchObject({ status: null, problems: ['(a secret of the download)'] });
});

it.each([
  '<Code>SignatureDoesNotMatch</Code><SignatureProvided>deadbeefcafe0123456789</SignatureProvided>',
  '<SignatureProvided>deadbeefcafe0123',
  '<AWSAccessKeyId>AKIAEXAMPLEKEY01</AWSAccessKeyId>',
  'The credential AKIAEXAMPLEKEY01/20261120/eu-west-1/s3/aws4_request has ended.',
  'The token IQoJb3JpZ2luX2VjEXAMPLE//// is no longer valid.',
])('an address’s signature is hidden if it is quoted without its name: %s', (quoted) => {
  const address =
    'https://files.example/a.csv?X-Amz-Credential=AKIAEXAMPLEKEY01%2F20261120%2Feu-west-1%2Fs3%2Faws4_request' +
    '&X-Amz-Security-Token=IQoJb3JpZ2luX2VjEXAMPLE%2F%2F%2F%2F&X-Amz-Signature=deadbeefcafe0123456789';
  const row = told({ ...sample, PresignedURL: { S: address }, ErrorMessage: { S: quoted } });
  expect(row.error).toBe('(a secret of the download)');
  const plain = told({ ...sample, PresignedURL: { S: address }, ErrorMessage: { S: 'It answered 403.' } });
  expect(plain.error).toBe('It answered 403.');
});

it('an address that was cut short in an error loses its query', () => {
  const ErrorMessage = {
    S: 'GET https://files.example/a.csv?X-Amz-Credential=ASIAEXAMPLE%2F2026 timed out.',
  };
  expect(told({ ...sample, ErrorMessage }).error).toBe('GET https://files.example/a.csv?… timed out.');
});

function present(members: Readonly<Record<string, AttributeValue | undefined>>): Attributes {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}
