import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { itemMasker } from '#main/features/explorer/mask-item.ts';
import { address, aFile, aPatient, clinic } from './clinic.ts';
import { threeInTheAfternoon } from './an-explorer.ts';

const mask = itemMasker(clinic, threeInTheAfternoon);

function masked(what: string, note?: string): AttributeValue {
  return note === undefined
    ? { MASKED: { what, revealable: true } }
    : { MASKED: { what, note, revealable: false } };
}

describe('an item that leaves main', () => {
  it('shows that a secret is there, and until when an address is valid', () => {
    expect(mask(aFile('F1'))).toEqual({
      FileID: { S: 'F1' },
      status: { S: 'available' },
      size: { N: '12345678901234567890123456789012345678' },
      address: masked('a presigned address', 'present, expires in 12 min'),
      wrappedKey: masked('a wrapped AES key', 'present'),
    });
  });

  it.each<AttributeValue>([{ BOOL: false }, { M: { a: { BOOL: true } } }, { N: '0' }])(
    'hides a secret of any type: %j',
    (value) => {
      const item = mask(aFile('F1', { wrappedKey: value }));
      expect(item['wrappedKey']).toEqual(masked('a wrapped AES key', 'present'));
    },
  );

  it.each<AttributeValue>([{ S: '' }, { NULL: true }, { L: [] }, { M: {} }, { B: '' }])(
    'does not call an empty secret present: %j',
    (empty) => {
      expect(mask(aFile('F1', { wrappedKey: empty }))['wrappedKey']).toEqual(empty);
    },
  );

  it('masks private values, and the keys made of them, until they are revealed', () => {
    const patient = mask(aPatient('ann', { phone: { S: '555 1234' } }));
    expect(patient['email']).toEqual(masked('an e-mail address'));
    expect(patient['phone']).toEqual(masked('a telephone number'));
    expect(patient['GSI1PK']).toEqual(masked('a key with an e-mail address'));
    expect(patient['PK']).toEqual({ S: 'PATIENT#ann' });
    expect(patient['GSI1SK']).toEqual({ S: 'PATIENT#ann' });
  });

  it('is masked by every entity of its system if its keys match none', () => {
    const attributes: Attributes = {
      PK: { S: 'ODD#1' },
      SK: { S: 'ODD' },
      GSI1PK: { S: 'someone@example.com' },
      email: { S: 'someone@example.com' },
      wrappedKey: { S: 'k3yW1thinAK3y' },
      note: { S: 'kept' },
    };
    expect(mask({ table: 'main', entity: null, attributes })).toEqual({
      PK: { S: 'ODD#1' },
      SK: { S: 'ODD' },
      GSI1PK: masked('a key with an e-mail address'),
      email: masked('an e-mail address'),
      wrappedKey: masked('a wrapped AES key', 'present'),
      note: { S: 'kept' },
    });
  });

  it('shows no e-mail address in a key without a template', () => {
    const attributes: Attributes = { PK: { S: 'INVITED#bo@example.com' }, SK: { S: 'PROFILE' } };
    const item = mask({ table: 'main', entity: 'File', attributes });
    expect(item['PK']).toEqual(masked('a key with an e-mail address'));
  });

  it('finds a private value in a key by the value itself', () => {
    const patient = aPatient('ann', { phone: { S: 'X555' }, GSI1SK: { S: 'PHONE#x555' } });
    expect(mask({ ...patient, entity: 'Patient' })['GSI1SK']).toEqual(
      masked('a key with a telephone number'),
    );
  });

  it('masks a presigned address anywhere, whatever the attribute is called', () => {
    const note = 'present, expires in 12 min';
    const hidden = masked('a presigned address', note);
    const item = mask(
      aPatient('ann', {
        note: { S: `fetch ${address} now` },
        history: { L: [{ M: { link: { S: address }, at: { N: '1' } } }] },
        links: { SS: ['https://example.com', address] },
        packed: { B: Buffer.from(address).toString('base64') },
        byName: { M: { [address]: { BOOL: true } } },
        phone: { S: address },
      }),
    );
    expect(item['note']).toEqual(hidden);
    expect(item['history']).toEqual({ L: [{ M: { link: hidden, at: { N: '1' } } }] });
    expect(item['links']).toEqual(hidden);
    expect(item['packed']).toMatchObject({ MASKED: { what: 'a presigned address', revealable: false } });
    expect(item['byName']).toEqual(hidden);
    expect(item['phone']).toEqual(hidden);
  });

  it('masks a copy of a secret, and a secret in a map by its name', () => {
    const item = mask(
      aFile('F1', {
        error: { S: 'cannot unwrap k3yW1thinAK3y with this key' },
        before: { M: { wrappedKey: { S: 'former' }, status: { S: 'downloading' } } },
      }),
    );
    expect(item['error']).toEqual(masked('a wrapped AES key', 'present'));
    expect(item['before']).toEqual({
      M: { wrappedKey: masked('a wrapped AES key', 'present'), status: { S: 'downloading' } },
    });
  });

  it('hides the secrets of our own systems even if a team declares their tables again', () => {
    const item = mask(aPatient('ann', { EncryptedAESKey: { S: 'AQID' }, note: { S: 'EncodedAESIV=AAEC' } }));
    expect(item).toMatchObject({
      EncryptedAESKey: masked('a wrapped AES key', 'present'),
      note: masked('an AES initialisation vector', 'present'),
    });
  });

  it('masks a secret by its name in a text, and in another program’s spelling', () => {
    const hidden = masked('a wrapped AES key', 'present');
    const texts = [
      'failed: {"wrappedKey":"f0rmer"}',
      String.raw`{\"wrappedKey\" : \"f0rmer\"}`,
      'WRAPPED_KEY=f0rmer',
      "wrapped-key: 'f0rmer'",
      '{"wrappedKey":{"S":"f0rmer"}}',
    ];
    for (const text of texts) {
      expect(mask(aFile('F1', { error: { S: text } }))['error']).toEqual(hidden);
    }
    for (const text of ['wrappedKey is missing', 'the wrappedKey: ', 'wrappedKey=""', 'unwrappedKey=1']) {
      expect(mask(aFile('F1', { error: { S: text } }))['error']).toEqual({ S: text });
    }
    const spelt = mask(
      aFile('F1', { wrapped_key: { S: 'f0rmer' }, at: { M: { WrappedKey: { S: 'f0rmer' } } } }),
    );
    expect(spelt).toMatchObject({ wrapped_key: hidden, at: { M: { WrappedKey: hidden } } });
  });

  it('masks a copy of a secret in a map', () => {
    const item = mask(
      aFile('F1', {
        parts: { L: [{ M: { wrappedKey: { S: 'n3st3dK3y' } } }] },
        error: { S: 'cannot unwrap n3st3dK3y' },
      }),
    );
    expect(item['error']).toEqual(masked('a wrapped AES key', 'present'));
  });

  it('masks everything that contains something private, until it is revealed', () => {
    const patient = aPatient('ann', {
      phone: { S: '555 1234' },
      history: { L: [{ M: { phone: { S: '555 9999' }, link: { S: address } } }] },
      error: { S: 'no answer from 555 1234' },
      note: { S: 'ask bo@example.com' },
      tags: { SS: ['bo@example.com', 'urgent'] },
      byName: { M: { 'bo@example.com': { N: '1' } } },
      kept: { M: { phone: { S: '' }, at: { S: '@home' } } },
    });
    const item = mask(patient);
    expect(item).toMatchObject({
      history: masked('a value with a telephone number'),
      error: masked('a value with a telephone number'),
      note: masked('a value with an e-mail address'),
      tags: masked('a value with an e-mail address'),
      byName: masked('a value with an e-mail address'),
      kept: patient.attributes['kept'],
    });
    expect(mask(patient, 'history')['history']).toMatchObject({
      L: [{ M: { phone: { S: '555 9999' }, link: { MASKED: { revealable: false } } } }],
    });
  });

  it('takes no longer over a long text than needed', () => {
    const long = `${'a'.repeat(390_000)}@${'b'.repeat(9_000)}`;
    const begun = performance.now();
    mask(aPatient('ann', { note: { S: long }, other: { S: 'wrappedKey"'.repeat(30_000) } }));
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('keeps names such as __proto__ as data', () => {
    const attributes = Object.fromEntries([
      ['__proto__', { S: 'a' }],
      ['constructor', { M: Object.fromEntries([['__proto__', { S: address }]]) }],
    ]) as Attributes;
    const item = mask({ table: 'main', entity: '__proto__', attributes });
    expect(Object.keys(item)).toEqual(['__proto__', 'constructor']);
    expect(JSON.stringify(item)).not.toContain('5ca1ab1e');
  });

  it('does not mask a key that is private only for another entity', () => {
    const { Patient, File } = clinic.entities;
    if (Patient === undefined || File === undefined) throw new Error('The clinic has no patients.');
    const system = {
      ...clinic,
      entities: {
        Patient: {
          ...Patient,
          attributes: { ...Patient.attributes, GSI1PK: { type: 'text', private: 'an e-mail address' } },
        },
        Ward: { ...File, table: 'main', keys: { PK: 'WARD#{wardId}', SK: 'NOW', GSI1PK: 'WARD#{wardId}' } },
      },
    } as const;
    const maskThere = itemMasker(system, threeInTheAfternoon);
    const key = { PK: { S: 'WARD#1' }, SK: { S: 'NOW' }, GSI1PK: { S: 'WARD#1' } };
    expect(maskThere({ table: 'main', entity: 'Ward', attributes: key })).toEqual(key);
    expect(maskThere({ table: 'main', entity: null, attributes: key })['GSI1PK']).toHaveProperty('MASKED');
    expect(maskThere(aPatient('ann'))['GSI1PK']).toEqual(masked('a key with an e-mail address'));
  });

  it('lifts only the requested mask, and never that of a secret', () => {
    const patient = aPatient('ann', { phone: { S: '555 1234' } });
    expect(mask(patient, 'GSI1PK')).toMatchObject({
      GSI1PK: { S: 'EMAIL#ann@example.com' },
      email: masked('an e-mail address'),
      phone: masked('a telephone number'),
    });
    expect(mask(aFile('F1'), 'wrappedKey')['wrappedKey']).toEqual(masked('a wrapped AES key', 'present'));
    expect(mask(aFile('F1', { wrappedKey: { S: 'k' } }), 'wrappedKey')['wrappedKey']).toHaveProperty(
      'MASKED',
    );
    expect(mask(aPatient('ann', { phone: { S: address } }), 'phone')['phone']).toHaveProperty('MASKED');
  });
});

// E-mail addresses are always hidden, and random text sometimes contains one.
const words = fc.string().map((any) => any.replaceAll('@', ''));

const plain = fc.letrec<{ value: AttributeValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.record({ S: words }),
    fc.record({ N: fc.bigInt().map(String) }),
    fc.record({ BOOL: fc.boolean() }),
    fc.constant<AttributeValue>({ NULL: true }),
    fc.record({ SS: fc.array(words, { minLength: 1 }) }),
    fc.record({ L: fc.array(tie('value'), { maxLength: 3 }) }),
    fc.record({ M: fc.dictionary(words, tie('value'), { maxKeys: 3 }) }),
  ),
})).value;

const secret = fc.stringMatching(/^s3cr3t[a-z0-9]{8,20}$/);
const entity = fc.constantFrom('Patient', 'File', null);

/** Nests a text in lists and maps as deep as the path says. */
function buried(value: AttributeValue, path: readonly string[]): AttributeValue {
  return path.reduce<AttributeValue>(
    (inner, step) => (step === '' ? { L: [{ S: 'beside' }, inner] } : { M: { [step]: inner } }),
    value,
  );
}

describe('any item', () => {
  it('keeps a declared secret in main, and each copy of it', () => {
    const path = fc.array(fc.constantFrom('', 'wrappedKey', 'a', 'b'), { maxLength: 4 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), plain),
        secret,
        path,
        path,
        entity,
        fc.constantFrom('main', 'files'),
        (others, text, at, copiedTo, of, table) => {
          const attributes: Attributes = {
            ...others,
            wrappedKey: buried({ S: text }, at),
            copy: buried({ S: `it was ${text}, they say` }, copiedTo),
          };
          expect(JSON.stringify(mask({ table, entity: of, attributes }))).not.toContain(text);
        },
      ),
    );
  });

  it('keeps a presigned address in main', () => {
    const path = fc.array(fc.constantFrom('', 'a', 'b'), { maxLength: 5 });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), plain), secret, path, entity, (others, text, at, of) => {
        const where = `https://example.com/x?X-Amz-Expires=9&X-Amz-Signature=${text}`;
        const attributes: Attributes = {
          ...others,
          found: buried({ S: where }, at),
          foundAsName: buried({ M: { [where]: { L: [] } } }, at),
        };
        expect(JSON.stringify(mask({ table: 'main', entity: of, attributes }))).not.toContain(text);
      }),
    );
  });

  it('changes in nothing else: no value is lost and none is invented', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^x\w*$/), plain), (attributes) => {
        expect(mask({ table: 'files', entity: 'File', attributes })).toEqual(attributes);
      }),
    );
  });
});
