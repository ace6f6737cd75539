import { findMember, type AttributeValue, type Item } from '../values/attribute-value.ts';
import { deepestLevel } from '../values/check-item.ts';
import type { BindingContext } from './names-and-values.ts';
import { refusal, type ExpressionParameter, type TokenReader } from './token-reader.ts';

/**
 * Names of map members and indexes of list elements:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.Attributes.html
 */
export type DocumentPath = readonly [string, ...(string | number)[]];

/** A path as written, in which a member may still be a #name. */
export type PathSyntax = readonly (string | number)[];

export function parsePath(reader: TokenReader): PathSyntax {
  return parseSteps(reader, [parseName(reader)]);
}

/** The `.name` and `[index]` after what has been read. */
export function parseSteps(reader: TokenReader, before: PathSyntax): PathSyntax {
  const path = [...before];
  for (;;) {
    if (reader.accept('.')) path.push(parseName(reader));
    else if (reader.accept('[')) {
      path.push(parseIndex(reader));
      reader.expect(']');
    } else return path;
  }
}

export function bindPath(syntax: PathSyntax, { substitutions, parameter }: BindingContext): DocumentPath {
  const path = syntax.map((step) => {
    if (typeof step === 'number' || !step.startsWith('#')) return step;
    const name = substitutions.name(step);
    if (name !== undefined) return name;
    throw refusal(parameter, 'An expression attribute name used in the document path is not defined', {
      'attribute name': step,
    });
  });
  if (path.length > deepestLevel) {
    throw refusal(parameter, 'The document path has too many nesting levels', {
      'nesting levels': path.length,
    });
  }
  return path as unknown as DocumentPath;
}

/** Returns the value at the path, or undefined if there is none. */
export function valueAt(item: Readonly<Item>, path: DocumentPath): AttributeValue | undefined {
  let value = findMember(item, path[0]);
  for (let depth = 1; value !== undefined && depth < path.length; depth += 1) {
    const step = path[depth];
    if (typeof step === 'number') value = 'L' in value ? value.L[step] : undefined;
    else if (step !== undefined) value = 'M' in value ? findMember(value.M, step) : undefined;
  }
  return value;
}

export function samePath(a: DocumentPath, b: DocumentPath): boolean {
  return a.length === b.length && a.every((step, depth) => step === b[depth]);
}

/** Formats a path as AWS's messages do: `[pages, [0], text]`. */
export function formatPath(path: DocumentPath): string {
  return `[${path.map((step) => (typeof step === 'number' ? `[${step}]` : step)).join(', ')}]`;
}

function parseName(reader: TokenReader): string {
  const { kind, text } = reader.current;
  if (kind === '#name') return reader.take().text;
  if (kind !== 'name' || reader.keyword !== undefined) throw reader.syntaxError();
  if (isReservedWord(text)) {
    const fault = reader.parameter === 'UpdateExpression' ? 'updateReserved' : 'reserved';
    reader.note(fault, 'Attribute name is a reserved keyword', { 'reserved keyword': text });
  }
  return reader.take().text;
}

const greatestIndex = 2_147_483_647;

function parseIndex(reader: TokenReader): number {
  if (reader.current.kind !== 'number') throw reader.syntaxError();
  const { text } = reader.take();
  if (Number(text) > greatestIndex) {
    reader.note('index', 'List index is not within the allowable range', { index: `[${text}]` });
  }
  return Number(text);
}

/**
 * No two paths of an expression may lead to the same place, nor read one place both as a list and as a map.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
 */
export function refuseCollisions(parameter: ExpressionParameter, paths: readonly DocumentPath[]): void {
  for (const relation of ['overlap', 'conflict'] as const) {
    const pair = firstPair(paths, relation);
    if (!pair) continue;
    const [one, two] = pair;
    throw refusal(
      parameter,
      `Two document paths ${relation} with each other; must remove or rewrite one of these paths`,
      { 'path one': formatPath(one), 'path two': formatPath(two) },
    );
  }
}

type Relation = 'overlap' | 'conflict' | 'apart';

function firstPair(
  paths: readonly DocumentPath[],
  relation: Relation,
): [DocumentPath, DocumentPath] | undefined {
  const byName = new Map<string, DocumentPath[]>();
  for (const path of paths) {
    const before = byName.get(path[0]);
    const other = before?.find((earlier) => comparePaths(earlier, path) === relation);
    if (other) return [other, path];
    if (before) before.push(path);
    else byName.set(path[0], [path]);
  }
  return undefined;
}

function comparePaths(a: DocumentPath, b: DocumentPath): Relation {
  const shared = Math.min(a.length, b.length);
  for (let depth = 0; depth < shared; depth += 1) {
    if (a[depth] !== b[depth]) return typeof a[depth] === typeof b[depth] ? 'apart' : 'conflict';
  }
  return 'overlap';
}

/** Paths that do not collide, sorted by where they lead, with something at the end of each. */
export type PathTree<T> =
  | { readonly kind: 'leaf'; readonly leaf: T }
  | { readonly kind: 'members'; readonly members: Map<string, PathTree<T>> }
  /** In ascending order. */
  | { readonly kind: 'elements'; elements: [index: number, tree: PathTree<T>][] };

export type PathTreeRoot<T> = ReadonlyMap<string, PathTree<T>>;

export function pathTree<T>(ends: Iterable<readonly [DocumentPath, T]>): PathTreeRoot<T> {
  const root = new Map<string, PathTree<T>>();
  for (const [path, leaf] of ends) {
    const known = root.get(path[0]);
    root.set(path[0], grown(known, path, 1, leaf));
  }
  return root;
}

function grown<T>(tree: PathTree<T> | undefined, path: DocumentPath, depth: number, leaf: T): PathTree<T> {
  const step = path[depth];
  if (step === undefined) return { kind: 'leaf', leaf };
  if (typeof step === 'string') {
    const members = tree?.kind === 'members' ? tree.members : new Map<string, PathTree<T>>();
    return { kind: 'members', members: members.set(step, grown(members.get(step), path, depth + 1, leaf)) };
  }
  const elements = tree?.kind === 'elements' ? tree.elements : [];
  const known = elements.find(([index]) => index === step);
  if (known) known[1] = grown(known[1], path, depth + 1, leaf);
  else elements.push([step, grown(undefined, path, depth + 1, leaf)]);
  return { kind: 'elements', elements: elements.toSorted(([a], [b]) => a - b) };
}

/** Returns true if an expression can name the attribute only through a #name. */
function isReservedWord(name: string): boolean {
  return reservedWords.has(name.toUpperCase());
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ReservedWords.html, AWS's spelling slips included. */
const reservedWords: ReadonlySet<string> = new Set(
  `
  ABORT ABSOLUTE ACTION ADD AFTER AGENT AGGREGATE ALL ALLOCATE ALTER ANALYZE AND ANY ARCHIVE ARE ARRAY AS
  ASC ASCII ASENSITIVE ASSERTION ASYMMETRIC AT ATOMIC ATTACH ATTRIBUTE AUTH AUTHORIZATION AUTHORIZE AUTO AVG
  BACK BACKUP BASE BATCH BEFORE BEGIN BETWEEN BIGINT BINARY BIT BLOB BLOCK BOOLEAN BOTH BREADTH BUCKET BULK
  BY BYTE CALL CALLED CALLING CAPACITY CASCADE CASCADED CASE CAST CATALOG CHAR CHARACTER CHECK CLASS CLOB
  CLOSE CLUSTER CLUSTERED CLUSTERING CLUSTERS COALESCE COLLATE COLLATION COLLECTION COLUMN COLUMNS COMBINE
  COMMENT COMMIT COMPACT COMPILE COMPRESS CONDITION CONFLICT CONNECT CONNECTION CONSISTENCY CONSISTENT
  CONSTRAINT CONSTRAINTS CONSTRUCTOR CONSUMED CONTINUE CONVERT COPY CORRESPONDING COUNT COUNTER CREATE CROSS
  CUBE CURRENT CURSOR CYCLE DATA DATABASE DATE DATETIME DAY DEALLOCATE DEC DECIMAL DECLARE DEFAULT
  DEFERRABLE DEFERRED DEFINE DEFINED DEFINITION DELETE DELIMITED DEPTH DEREF DESC DESCRIBE DESCRIPTOR DETACH
  DETERMINISTIC DIAGNOSTICS DIRECTORIES DISABLE DISCONNECT DISTINCT DISTRIBUTE DO DOMAIN DOUBLE DROP DUMP
  DURATION DYNAMIC EACH ELEMENT ELSE ELSEIF EMPTY ENABLE END EQUAL EQUALS ERROR ESCAPE ESCAPED EVAL EVALUATE
  EXCEEDED EXCEPT EXCEPTION EXCEPTIONS EXCLUSIVE EXEC EXECUTE EXISTS EXIT EXPLAIN EXPLODE EXPORT EXPRESSION
  EXTENDED EXTERNAL EXTRACT FAIL FALSE FAMILY FETCH FIELDS FILE FILTER FILTERING FINAL FINISH FIRST FIXED
  FLATTERN FLOAT FOR FORCE FOREIGN FORMAT FORWARD FOUND FREE FROM FULL FUNCTION FUNCTIONS GENERAL GENERATE
  GET GLOB GLOBAL GO GOTO GRANT GREATER GROUP GROUPING HANDLER HASH HAVE HAVING HEAP HIDDEN HOLD HOUR
  IDENTIFIED IDENTITY IF IGNORE IMMEDIATE IMPORT IN INCLUDING INCLUSIVE INCREMENT INCREMENTAL INDEX INDEXED
  INDEXES INDICATOR INFINITE INITIALLY INLINE INNER INNTER INOUT INPUT INSENSITIVE INSERT INSTEAD INT
  INTEGER INTERSECT INTERVAL INTO INVALIDATE IS ISOLATION ITEM ITEMS ITERATE JOIN KEY KEYS LAG LANGUAGE
  LARGE LAST LATERAL LEAD LEADING LEAVE LEFT LENGTH LESS LEVEL LIKE LIMIT LIMITED LINES LIST LOAD LOCAL
  LOCALTIME LOCALTIMESTAMP LOCATION LOCATOR LOCK LOCKS LOG LOGED LONG LOOP LOWER MAP MATCH MATERIALIZED MAX
  MAXLEN MEMBER MERGE METHOD METRICS MIN MINUS MINUTE MISSING MOD MODE MODIFIES MODIFY MODULE MONTH MULTI
  MULTISET NAME NAMES NATIONAL NATURAL NCHAR NCLOB NEW NEXT NO NONE NOT NULL NULLIF NUMBER NUMERIC OBJECT OF
  OFFLINE OFFSET OLD ON ONLINE ONLY OPAQUE OPEN OPERATOR OPTION OR ORDER ORDINALITY OTHER OTHERS OUT OUTER
  OUTPUT OVER OVERLAPS OVERRIDE OWNER PAD PARALLEL PARAMETER PARAMETERS PARTIAL PARTITION PARTITIONED
  PARTITIONS PATH PERCENT PERCENTILE PERMISSION PERMISSIONS PIPE PIPELINED PLAN POOL POSITION PRECISION
  PREPARE PRESERVE PRIMARY PRIOR PRIVATE PRIVILEGES PROCEDURE PROCESSED PROJECT PROJECTION PROPERTY
  PROVISIONING PUBLIC PUT QUERY QUIT QUORUM RAISE RANDOM RANGE RANK RAW READ READS REAL REBUILD RECORD
  RECURSIVE REDUCE REF REFERENCE REFERENCES REFERENCING REGEXP REGION REINDEX RELATIVE RELEASE REMAINDER
  RENAME REPEAT REPLACE REQUEST RESET RESIGNAL RESOURCE RESPONSE RESTORE RESTRICT RESULT RETURN RETURNING
  RETURNS REVERSE REVOKE RIGHT ROLE ROLES ROLLBACK ROLLUP ROUTINE ROW ROWS RULE RULES SAMPLE SATISFIES SAVE
  SAVEPOINT SCAN SCHEMA SCOPE SCROLL SEARCH SECOND SECTION SEGMENT SEGMENTS SELECT SELF SEMI SENSITIVE
  SEPARATE SEQUENCE SERIALIZABLE SESSION SET SETS SHARD SHARE SHARED SHORT SHOW SIGNAL SIMILAR SIZE SKEWED
  SMALLINT SNAPSHOT SOME SOURCE SPACE SPACES SPARSE SPECIFIC SPECIFICTYPE SPLIT SQL SQLCODE SQLERROR
  SQLEXCEPTION SQLSTATE SQLWARNING START STATE STATIC STATUS STORAGE STORE STORED STREAM STRING STRUCT STYLE
  SUB SUBMULTISET SUBPARTITION SUBSTRING SUBTYPE SUM SUPER SYMMETRIC SYNONYM SYSTEM TABLE TABLESAMPLE TEMP
  TEMPORARY TERMINATED TEXT THAN THEN THROUGHPUT TIME TIMESTAMP TIMEZONE TINYINT TO TOKEN TOTAL TOUCH
  TRAILING TRANSACTION TRANSFORM TRANSLATE TRANSLATION TREAT TRIGGER TRIM TRUE TRUNCATE TTL TUPLE TYPE UNDER
  UNDO UNION UNIQUE UNIT UNKNOWN UNLOGGED UNNEST UNPROCESSED UNSIGNED UNTIL UPDATE UPPER URL USAGE USE USER
  USERS USING UUID VACUUM VALUE VALUED VALUES VARCHAR VARIABLE VARIANCE VARINT VARYING VIEW VIEWS VIRTUAL
  VOID WAIT WHEN WHENEVER WHERE WHILE WINDOW WITH WITHIN WITHOUT WORK WRAPPED WRITE YEAR ZONE
`
    .trim()
    .split(/\s+/),
);
