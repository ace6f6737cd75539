import { system } from '../define.ts';

export const extraction = system({
  id: 'extraction',
  name: 'Extraction',
  about: '',
  tables: {},
  entities: {},
  patterns: {
    documentsByStatus: {
      number: 'AP8',
      asks: 'Which documents of this batch have a status?',
      title: 'Documents by status',
      on: 'main.GSI2',
      partition: 'TENANT#{tenantId}#BATCH#{batchId}#STATUS#{status}',
      order: 'newest first',
      returns: ['Document'],
      gives: 'many',
    },
  },
});
