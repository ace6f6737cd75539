import { z } from 'zod';
import type { IndexDeclaration, KeyAttribute, TableDeclaration } from '../../declaration.ts';
import { attributeNameSchema, eachOnce, indexNameSchema, text, words } from './words.ts';

const keyAttributeSchema: z.ZodType<KeyAttribute> = words({
  name: attributeNameSchema,
  type: z.enum(['S', 'N']),
});

const keys = { partition: keyAttributeSchema, sort: keyAttributeSchema.exactOptional() };

const indexSchema: z.ZodType<IndexDeclaration> = words({
  ...keys,
  projection: z.union(
    [z.enum(['ALL', 'KEYS_ONLY']), z.array(attributeNameSchema).min(1).max(100).superRefine(eachOnce)],
    'expected "ALL", "KEYS_ONLY" or a list of attribute names',
  ),
  about: text(2_000).exactOptional(),
});

export const tableSchema: z.ZodType<TableDeclaration> = words({
  ...keys,
  name: z
    .string()
    .regex(
      /^(?=.{3,255}$)(?:[\w.-]|\{stage\})+$/,
      'is not a table name; expected 3 to 255 letters, digits, "_", "-" or ".", with {stage} where the stage stands',
    ),
  about: text(2_000).exactOptional(),
  indexes: z.record(indexNameSchema, indexSchema).exactOptional(),
  timeToLive: attributeNameSchema.exactOptional(),
});
