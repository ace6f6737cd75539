import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { StoredItem } from '#main/aws/dynamodb/reading.ts';
import { aStoredItem } from '#test/builders/a-reader.ts';

/** Declares a made-up system with everything that must be hidden. */
export const clinic: SystemDeclaration = {
  id: 'clinic',
  name: 'Clinic',
  about: 'Patients and the scans of their papers.',
  tables: {
    main: {
      name: 'clinic-{stage}',
      partition: { name: 'PK', type: 'S' },
      sort: { name: 'SK', type: 'S' },
      indexes: {
        GSI1: {
          partition: { name: 'GSI1PK', type: 'S' },
          sort: { name: 'GSI1SK', type: 'S' },
          projection: 'ALL',
        },
      },
    },
    files: { name: 'clinic-files', partition: { name: 'FileID', type: 'S' } },
  },
  entities: {
    Patient: {
      table: 'main',
      keys: {
        PK: 'PATIENT#{patientId}',
        SK: 'PROFILE',
        GSI1PK: 'EMAIL#{email:email}',
        GSI1SK: 'PATIENT#{patientId}',
      },
      attributes: {
        patientId: { type: 'text' },
        email: { type: 'e-mail', private: 'an e-mail address' },
        phone: { type: 'text', optional: true, private: 'a telephone number' },
        note: { type: 'text', optional: true },
      },
    },
    File: {
      table: 'files',
      keys: { FileID: '{fileId}' },
      attributes: {
        fileId: { type: 'text' },
        status: { type: 'text' },
        size: { type: 'number' },
        address: { type: 'presigned address', optional: true, secret: 'a presigned address' },
        wrappedKey: { type: 'text', optional: true, secret: 'a wrapped AES key' },
      },
    },
  },
  patterns: {
    patientById: {
      number: 'AP1',
      asks: 'Which patient has this id?',
      title: 'Patient by id',
      on: 'main',
      partition: 'PATIENT#{patientId}',
      sort: { equals: 'PROFILE' },
      returns: ['Patient'],
      gives: 'one',
    },
    patientByEmail: {
      number: 'AP2',
      asks: 'Which patient has this e-mail address?',
      title: 'Patient by e-mail',
      on: 'main.GSI1',
      partition: 'EMAIL#{email:email}',
      returns: ['Patient'],
      gives: 'many',
    },
    fileById: {
      number: 'AP3',
      asks: 'Which file has this id?',
      title: 'File by id',
      on: 'files',
      partition: '{fileId}',
      returns: ['File'],
      gives: 'one',
    },
  },
};

export const address =
  'https://scans.example.com/a.pdf?X-Amz-Date=20261120T144200Z&X-Amz-Expires=1800&X-Amz-Signature=5ca1ab1e';

export function aPatient(patientId: string, more: Attributes = {}): StoredItem {
  const key = { PK: { S: `PATIENT#${patientId}` }, SK: { S: 'PROFILE' } };
  const email = `${patientId}@example.com`;
  return aStoredItem({
    table: 'main',
    key,
    entity: 'Patient',
    attributes: {
      ...key,
      GSI1PK: { S: `EMAIL#${email}` },
      GSI1SK: { S: `PATIENT#${patientId}` },
      patientId: { S: patientId },
      email: { S: email },
      ...more,
    },
  });
}

export function aFile(fileId: string, more: Attributes = {}): StoredItem {
  return aStoredItem({
    table: 'files',
    key: { FileID: { S: fileId } },
    entity: 'File',
    attributes: {
      FileID: { S: fileId },
      status: { S: 'available' },
      size: { N: '12345678901234567890123456789012345678' },
      address: { S: address },
      wrappedKey: { S: 'k3yW1thinAK3y' },
      ...more,
    },
  });
}
