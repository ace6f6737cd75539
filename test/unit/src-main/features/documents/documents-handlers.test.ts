import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { revealField } from '#main/features/documents/documents-handlers.ts';
import { aReadingWorld } from '#test/builders/a-reading-world.ts';

const key = { tenantId: 't', batchId: 'b', documentId: 'd' };
const context = { reference: '', role: null, host: 'browser' } as const;

async function aDocument(more: Attributes) {
  const { reader, put, sent } = await aReadingWorld(catalogue.extraction);
  await put('autowired-sandbox', { PK: { S: 'TENANT#t#BATCH#b' }, SK: { S: 'DOCUMENT#d' }, ...more });
  const reveal = revealField(() => reader);
  return { sent, reveal: async (field: string) => reveal({ ...key, field }, context) };
}

const field = (value: AttributeValue, more: Attributes = {}): AttributeValue => ({ M: { value, ...more } });

describe('the value of one field', () => {
  it('is read by one GetItem, with the result of each reader', async () => {
    const readings = {
      M: { textract: field({ S: '12.50' }), bedrock: field({ S: '125.0' }), odd: { S: 'x' } },
    };
    const total = field({ S: '12.50' }, { readings });
    const { reveal, sent } = await aDocument({ fields: { M: { total } } });
    expect(await reveal('total')).toMatchObject({
      value: {
        value: '12.50',
        readings: [
          { reader: 'textract', value: '12.50' },
          { reader: 'bedrock', value: '125.0' },
        ],
      },
      receipt: { items: 1, rru: 0.5 },
    });
    expect(sent.map(({ operation }) => operation)).toEqual(['GetItem']);
  });

  it('is shown as it is, whatever it is', async () => {
    const odd = JSON.parse('{"__proto__": {"M": {"value": {"N": "12345678901234567890"}}}}') as Attributes;
    const { reveal } = await aDocument({
      fields: { M: { ...odd, ['__proto__x']: { S: 'bare' }, list: field({ L: [{ S: 'a' }, { N: '1' }] }) } },
    });
    expect(await reveal('__proto__x')).toMatchObject({ value: { value: 'bare', readings: [] } });
    expect(await reveal('list')).toMatchObject({ value: { value: '[a, 1]' } });
    for (const name of ['toString', 'constructor', 'none']) {
      expect(await reveal(name)).toMatchObject({ failure: { code: 'not-found', what: `field ${name}` } });
    }
  });

  it.each([
    ['no field at all', {}, 'has no field'],
    ['fields of another type', { fields: { S: 'total' } }, 'has no field'],
    ['a field without a value', { fields: { M: { total: { M: {} } } } }, 'has no value'],
    ['a field whose value is null', { fields: { M: { total: field({ NULL: true }) } } }, 'has no value'],
    ['its values in S3', { resultsAt: { M: {} } }, 'lie in S3'],
  ] as const)('with %s is missing, and says why', async (_what, attributes, why) => {
    const { reveal } = await aDocument(attributes);
    expect(await reveal('total')).toMatchObject({
      failure: { code: 'not-found', message: expect.stringContaining(why) as string },
      receipt: { items: 1 },
    });
  });

  it('that is a presigned address stays in main, even if only one reader has read it', async () => {
    const address = { S: 'https://b.s3.amazonaws.com/k?X-Amz-Signature=abc' };
    const { reveal } = await aDocument({
      fields: {
        M: {
          link: field(address),
          other: field({ S: 'x' }, { readings: { M: { bedrock: field(address) } } }),
        },
      },
    });
    for (const name of ['link', 'other']) {
      const answer = await reveal(name);
      expect(answer).toMatchObject({ failure: { code: 'invalid-input' } });
      expect(JSON.stringify(answer)).not.toContain('abc');
    }
  });
});
