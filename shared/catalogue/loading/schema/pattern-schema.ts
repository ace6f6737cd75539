import { z } from 'zod';
import type { PatternDeclaration, ReadUsage, SortCondition, WriteDeclaration } from '../../declaration.ts';
import { templateSchema } from './template-schema.ts';
import { attributeNameSchema, eachOnce, nameSchema, shownText, text, words } from './words.ts';

const sortSchema: z.ZodType<SortCondition> = z.union(
  [
    words({ equals: templateSchema }),
    words({ beginsWith: templateSchema }),
    words({ between: z.tuple([templateSchema, templateSchema]) }),
    words({ before: templateSchema }),
    words({ upTo: templateSchema }),
    words({ after: templateSchema }),
    words({ from: templateSchema }),
  ],
  'is not a condition on a sort key; expected exactly one of equals, beginsWith, between, before, upTo, after and from, with its template',
);

const aDay = z.number().min(0).max(1e12);
const units = z.number().min(0).max(1e9);

const usageSchema: z.ZodType<ReadUsage> = words({
  callsPerDay: aDay,
  rru: units.exactOptional(),
  items: z.number().min(0).max(1e9).exactOptional(),
  bytes: z.number().min(0).max(1e12).exactOptional(),
  printed: text(100).exactOptional(),
});

export const patternSchema: z.ZodType<PatternDeclaration> = words({
  number: shownText(20),
  asks: shownText(300),
  title: shownText(120),
  on: shownText(320),
  partition: templateSchema,
  sort: sortSchema.exactOptional(),
  order: z.enum(['newest first', 'oldest first', 'last to first']).exactOptional(),
  returns: z.array(nameSchema).min(1).max(100).superRefine(eachOnce),
  gives: z.enum(['one', 'many']),
  each: z.literal(true).exactOptional(),
  attributes: z.array(attributeNameSchema).min(1).max(100).superRefine(eachOnce).exactOptional(),
  pageSize: z.int().min(1).max(1_000).exactOptional(),
  usage: usageSchema.exactOptional(),
});

export const writeSchema: z.ZodType<WriteDeclaration> = words({
  title: shownText(120),
  about: text(2_000),
  callsPerDay: aDay,
  wru: units,
  items: z.record(nameSchema, aDay).exactOptional(),
  printed: text(100).exactOptional(),
});
