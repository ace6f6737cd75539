import { query } from '../query/query.ts';
import { transactGetItems } from '../transactions/transact-get-items.ts';
import { transactWriteItems } from '../transactions/transact-write-items.ts';
import { batchGetItem } from './batch-get-item.ts';
import { batchWriteItem } from './batch-write-item.ts';
import { getItem } from './get-item.ts';
import { deleteItem, putItem } from './put-and-delete-item.ts';
import { refusedOperations } from './refused.ts';
import { updateItem } from './update-item.ts';

export const itemOperations = [
  getItem,
  putItem,
  updateItem,
  deleteItem,
  query,
  batchGetItem,
  batchWriteItem,
  transactWriteItems,
  transactGetItems,
  ...refusedOperations,
];
