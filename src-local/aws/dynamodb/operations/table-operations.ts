import { describeContinuousBackups, updateContinuousBackups } from './continuous-backups.ts';
import { createTable } from './create-table.ts';
import { deleteTable, describeTable, listTables } from './tables.ts';
import { listTagsOfResource, tagResource, untagResource } from './tags.ts';
import { describeTimeToLive, updateTimeToLive } from './time-to-live.ts';
import { updateTable } from './update-table.ts';

export const tableOperations = [
  createTable,
  describeTable,
  updateTable,
  deleteTable,
  listTables,
  tagResource,
  untagResource,
  listTagsOfResource,
  describeTimeToLive,
  updateTimeToLive,
  describeContinuousBackups,
  updateContinuousBackups,
];
