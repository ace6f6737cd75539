import { z } from 'zod';
import { systemSchema } from '../catalogue/loading/system-schema.ts';
import { command, nothing, query } from './define.ts';
import { questionSchema, readingSchema } from './explorer.ts';

/** The gate refuses more than a megabyte, and a longer text is not corrected by hand. */
const longestText = 500_000;
const draftText = z.string().max(longestText);

/** The rule of DynamoDB for names of tables. */
const tableName = z.string().regex(/^[\w.-]{3,255}$/, 'is not a table name');

/** The name of a file in the folder "catalogues", without ".json". */
const fileName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'is not a file name; expected a-z, 0-9 and "-"');

const draftSchema = z.strictObject({
  /** The declaration as JSON. It is corrected as text, and may have mistakes while that goes on. */
  text: z.string(),
  guesses: z.array(z.strictObject({ path: z.string(), value: z.string(), because: z.string() })),
  notes: z.array(z.string()),
});
export type Draft = z.infer<typeof draftSchema>;

const describedSchema = z.strictObject({
  draft: draftSchema,
  table: z.strictObject({
    name: z.string(),
    /** The keys in words: "PK, SK" for the table and for each index. */
    keys: z.string(),
    indexes: z.array(z.strictObject({ name: z.string(), keys: z.string() })),
    items: z.int().nullable(),
    bytes: z.int().nullable(),
  }),
  /** The most that one sampled key can cost, and what it costs if its items are of the table's mean size. */
  price: z.strictObject({
    requests: z.int(),
    itemsEach: z.int(),
    usualRru: z.number().nullable(),
    mostRru: z.number(),
  }),
  /** How many different keys are the ground of this draft. */
  sampled: z.int(),
});
export type DescribedForDraft = z.infer<typeof describedSchema>;

const checkedSchema = z.strictObject({
  /** Null while the draft has mistakes. */
  system: systemSchema.nullable(),
  problems: z.array(
    z.strictObject({
      path: z.string(),
      value: z.string(),
      problem: z.string(),
      /** The line of the text, from 1. */
      line: z.int(),
    }),
  ),
  tableNames: z.record(z.string(), z.string().nullable()),
});
export type CheckedDraft = z.infer<typeof checkedSchema>;

const savedFileSchema = z.strictObject({
  name: z.string(),
  path: z.string(),
  /** Stands for the content of the file, so that a change by another program is noticed. */
  fingerprint: z.string(),
  /** The ids of the systems that are shown from it. */
  systems: z.array(z.string()),
  problems: z.array(z.strictObject({ path: z.string(), value: z.string(), problem: z.string() })),
});
export type SavedCatalogue = z.infer<typeof savedFileSchema>;

export const savedFilesSchema = z.array(savedFileSchema);
const filesSchema = z.strictObject({ files: savedFilesSchema });

export const draftOperations = {
  'catalogue.describeTable': command({
    does: 'Describes a table by its keys and indexes, as a draft of a declaration. No item is read.',
    input: z.strictObject({ table: tableName }),
    output: describedSchema,
    remembered: false,
    writes: false,
  }),
  'catalogue.sampleKeys': command({
    does: 'Reads the keys of some items in known partitions of a table, and drafts its declaration from them.',
    input: z.strictObject({
      table: tableName,
      /** The index that the partitions are of, or null for the table. */
      index: z.string().min(1).max(255).nullable(),
      partitions: z.array(z.string().min(1).max(2_048)).max(10),
      /** Items as JSON, of which only the keys are kept. They cost nothing. */
      pasted: z.string().max(longestText).nullable(),
    }),
    output: describedSchema.extend({ fresh: z.int(), requests: z.int(), rru: z.number() }),
    remembered: false,
    writes: false,
  }),
  'catalogue.importModel': command({
    does: 'Makes a draft of an ElectroDB model or a NoSQL Workbench model.',
    input: z.strictObject({ text: draftText, table: tableName.nullable() }),
    output: z.strictObject({ draft: draftSchema, kind: z.enum(['ElectroDB', 'NoSQL Workbench']) }),
    remembered: false,
    writes: false,
    audited: false,
  }),
  'catalogue.checkDraft': query({
    does: 'Checks a draft of a declaration, and says at which line each mistake is.',
    input: z.strictObject({ text: draftText }),
    output: checkedSchema,
  }),
  'catalogue.tryDraft': query({
    does: 'Asks one access pattern of a draft, before it is saved.',
    input: questionSchema.pick({ pattern: true, params: true, pageSize: true }).extend({ text: draftText }),
    output: readingSchema,
  }),
  'catalogue.openFile': query({
    does: 'Reads a saved catalogue file, to correct it.',
    input: z.strictObject({ name: fileName }),
    output: z.strictObject({ text: z.string(), fingerprint: z.string() }),
  }),
  'catalogue.saveDraft': command({
    does: 'Saves a draft as a catalogue file in the home folder. The Explorer shows it at once.',
    input: z.strictObject({
      name: fileName,
      text: draftText,
      /** The file that is replaced, as it was read, or null for a new one. */
      fingerprint: z.string().nullable(),
    }),
    output: filesSchema,
    writes: false,
  }),
  'catalogue.removeFile': command({
    does: 'Removes a saved catalogue file. Nothing changes in AWS.',
    input: z.strictObject({ name: fileName, fingerprint: z.string() }),
    output: filesSchema,
    writes: false,
  }),
  'catalogue.files': query({
    does: 'Lists the catalogue files that were saved from drafts.',
    input: nothing,
    output: filesSchema,
  }),
} as const;
