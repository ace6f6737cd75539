import { z } from 'zod';
import type { ParameterDeclaration, PrintedTotal, SystemDeclaration } from '../../declaration.ts';
import { entitySchema } from './entity-schema.ts';
import { patternSchema, writeSchema } from './pattern-schema.ts';
import { sampleItemSchema } from './sample-schema.ts';
import { tableSchema } from './table-schema.ts';
import { eachOnce, nameSchema, shownText, text, words } from './words.ts';

const parameterSchema: z.ZodType<ParameterDeclaration> = words({
  label: shownText(80),
  about: text(500).exactOptional(),
  oneOf: z.array(shownText(256)).min(1).max(200).superRefine(eachOnce).exactOptional(),
  example: shownText(1_024).exactOptional(),
});

const printedSchema: z.ZodType<PrintedTotal> = words({
  day: shownText(100),
  month: shownText(100).exactOptional(),
  source: shownText(300),
  differs: shownText(1_000).exactOptional(),
});

/** Which words stand where. What they say of each other is checked after. */
export const systemShape: z.ZodType<SystemDeclaration> = words({
  id: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,39}$/,
      'is not an id; expected a small letter, then up to 39 of a-z, 0-9 and "-"',
    ),
  name: shownText(80),
  about: text(4_000),
  tenant: nameSchema.exactOptional(),
  tables: z.record(nameSchema, tableSchema),
  entities: z.record(nameSchema, entitySchema),
  patterns: z.record(nameSchema, patternSchema),
  parameters: z.record(nameSchema, parameterSchema).exactOptional(),
  writes: z.record(nameSchema, writeSchema).exactOptional(),
  samples: z.record(nameSchema, z.array(sampleItemSchema).max(2_000)).exactOptional(),
  examplesWrittenOn: z.iso.date().exactOptional(),
  printed: printedSchema.exactOptional(),
});
