import { describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { itemMasker } from '#main/features/explorer/mask-item.ts';
import { threeInTheAfternoon } from './an-explorer.ts';
import { clinic } from './clinic.ts';

const mask = itemMasker(catalogue.extraction, threeInTheAfternoon);
const when = { S: '2026-11-20T14:31:07.000Z' };
const unseen = {
  MASKED: { what: 'what a reviewer has decided, unseen by the next', note: 'present', revealable: false },
};
const values = { MASKED: { what: 'extracted values', revealable: true } };

/** Gives the date as one of the readers read it, and a subtotal that no reader read. */
const opinions: AttributeValue = {
  L: [
    {
      M: {
        by: { S: 'user-grace-whitcombe' },
        at: when,
        decision: { S: 'approve' },
        reason: { S: 'The stamp hides a figure.' },
        corrections: {
          L: [
            { M: { field: { S: 'invoiceDate' }, value: { S: '2026-11-03' } } },
            { M: { field: { S: 'subtotal' }, value: { S: '90817.26' } } },
            { M: { field: { S: 'dueDate' }, unreadable: { BOOL: true } } },
          ],
        },
      },
    },
  ],
};

const results: Attributes = {
  fields: {
    M: {
      invoiceDate: {
        M: {
          value: { S: '2026-11-08' },
          readings: { M: { textract: { S: '2026-11-08' }, bedrock: { S: '2026-11-03' } } },
        },
      },
      subtotal: { M: { value: { S: '90817.28' } } },
    },
  },
  lineItems: { L: [{ M: { description: { S: 'Delivered on 2026-11-03' } } }] },
  checks: { L: [{ M: { name: { S: 'subtotal' }, passed: { BOOL: false } } }] },
};

const open: Attributes = {
  status: { S: 'REVIEW_REQUIRED' },
  updatedAt: when,
  createdAt: { S: '2026-11-19T08:00:00.000Z' },
  claimedBy: { S: 'user-grace-whitcombe' },
  differs: { L: [{ S: 'subtotal' }] },
  error: { M: { message: { S: 'The subtotal of 2026-11-03 does not fit.' } } },
};

const key = { PK: { S: 'TENANT#alder-finch#BATCH#b' }, SK: { S: 'DOCUMENT#d' } };

function shown(attributes: Attributes, revealed?: string): Attributes {
  return mask({ table: 'main', entity: 'Document', attributes: { ...key, ...attributes } }, revealed);
}

describe('a document that two people decide', () => {
  it('hides what one of them has said, and nothing that only shares words with it', () => {
    expect(shown({ ...open, ...results, opinions })).toEqual({
      ...key,
      ...open,
      fields: values,
      lineItems: values,
      checks: values,
      opinions: unseen,
    });
  });

  it.each(['fields', 'lineItems', 'checks'])('has %s to reveal, whole and alone', (name) => {
    const item = shown({ ...open, ...results, opinions }, name);
    // Masking only the chosen reading would reveal which one was chosen.
    expect(item[name]).toEqual(results[name]);
    for (const other of Object.keys(results)) if (other !== name) expect(item[other]).toEqual(values);
    expect(item['opinions']).toEqual(unseen);
  });

  it('reveals no opinion: not by its own name, and not with what would undo it', () => {
    const undo = { M: { status: { S: 'REVIEW_REQUIRED' }, opinions } };
    const decided = { ...open, ...results, status: { S: 'SUCCEEDED' }, decision: { S: 'approve' }, undo };
    expect(shown(decided)).toMatchObject({ decision: { S: 'approve' }, updatedAt: when, undo: values });
    expect(shown(decided, 'undo')['undo']).toEqual({
      M: { status: { S: 'REVIEW_REQUIRED' }, opinions: unseen },
    });
    for (const name of ['opinions', ...Object.keys(results)]) {
      const text = JSON.stringify(shown({ ...open, ...results, opinions, undo }, name));
      for (const said of ['90817.26', 'The stamp', 'unreadable']) expect(text).not.toContain(said);
    }
  });

  it('hides opinions of any form, and copies of unnamed or secret parts', () => {
    const odd: AttributeValue = {
      L: [
        { S: 'n0nameN0r4ny' },
        { M: { EncryptedAESKey: { S: 'k3yW1thin' }, note: { S: 'ordinary words' } } },
      ],
    };
    const item = shown({ ...open, opinions: odd, a: { S: 'was n0nameN0r4ny' }, b: { S: 'was k3yW1thin' } });
    expect(item).toMatchObject({ opinions: unseen, a: unseen, updatedAt: when });
    expect(item['b']).toMatchObject({ MASKED: { what: 'a wrapped AES key', revealable: false } });
    expect(shown({ opinions: odd, c: { S: 'ordinary words' } })['c']).toEqual({ S: 'ordinary words' });
  });
});

it('a list that a team’s own file declares secret may contain keys, so copies of its content are hidden', () => {
  const { File } = clinic.entities;
  if (File === undefined) throw new Error('The clinic has no files.');
  const keys = { type: 'list', secret: 'a list of keys' } as const;
  const system = { ...clinic, entities: { File: { ...File, attributes: { ...File.attributes, keys } } } };
  const attributes: Attributes = {
    FileID: { S: 'F1' },
    keys: { L: [{ M: { part: { S: 'k3yW1thin' } } }] },
    error: { S: 'cannot use k3yW1thin' },
  };
  const item = itemMasker(system, threeInTheAfternoon)({ table: 'files', entity: 'File', attributes });
  expect(item['error']).toMatchObject({ MASKED: { what: 'a list of keys', revealable: false } });
});
