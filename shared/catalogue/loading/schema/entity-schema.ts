import { z } from 'zod';
import { attributeTypes } from '../../declaration.ts';
import type { AttributeDeclaration, EntityDeclaration, StatusMachine } from '../../declaration.ts';
import {
  attributeNameSchema,
  eachOnce,
  indexNameSchema,
  nameSchema,
  shownText,
  text,
  words,
} from './words.ts';
import { templateSchema } from './template-schema.ts';

const attributeSchema: z.ZodType<AttributeDeclaration> = words({
  type: z.enum(attributeTypes),
  about: text(2_000).exactOptional(),
  optional: z.literal(true).exactOptional(),
  oneOf: z.array(shownText(256)).min(1).max(200).superRefine(eachOnce).exactOptional(),
  secret: shownText(200).exactOptional(),
  private: shownText(200).exactOptional(),
});

const statusSchema: z.ZodType<StatusMachine> = words({
  attribute: attributeNameSchema,
  moves: z.record(attributeNameSchema, z.array(shownText(255)).max(200).superRefine(eachOnce)),
});

const itemBytes = z.int().min(1).max(10_000_000);

export const entitySchema: z.ZodType<EntityDeclaration> = words({
  table: nameSchema,
  about: text(2_000).exactOptional(),
  keys: z.record(attributeNameSchema, templateSchema),
  sparse: z.record(indexNameSchema, shownText(500)).exactOptional(),
  attributes: z.record(attributeNameSchema, attributeSchema),
  status: statusSchema.exactOptional(),
  tenantless: shownText(500).exactOptional(),
  bytes: itemBytes.exactOptional(),
  largestBytes: itemBytes.exactOptional(),
});
