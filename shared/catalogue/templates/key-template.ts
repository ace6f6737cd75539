/**
 * Keys are written as text with holes, `TENANT#{tenantId}#BATCH#{batchId}`. `{since:epochMs}` says of
 * what kind a value must be; a hole without a kind takes text.
 */
export const holeKinds = [
  'text',
  'ulid',
  'email',
  'date',
  'time',
  'epochMs',
  'epochSeconds',
  'number',
] as const;
export type HoleKind = (typeof holeKinds)[number];

/** Kinds that are compared as numbers, so their key attribute must be a Number. */
export const numericKinds = ['epochMs', 'epochSeconds', 'number'] as const satisfies readonly HoleKind[];
type NumericKind = (typeof numericKinds)[number];

/** Numbers may come as digits: DynamoDB keeps 38 of them and JavaScript does not. */
export type HoleValue = string | number;
export type Params = Readonly<Record<string, HoleValue>>;

type HolesIn<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}`
  ? Hole | HolesIn<Rest>
  : never;
type NameOf<Hole> = Hole extends `${infer Name}:${string}` ? Name : Hole;
type ValueOf<Hole> = Hole extends `${string}:${NumericKind}` ? number | `${number}` : string;

/** The parameters that a template, or a union of templates, asks for. */
export type TemplateParams<T extends string> = {
  readonly [Hole in HolesIn<T> as NameOf<Hole> & string]: ValueOf<Hole>;
};
