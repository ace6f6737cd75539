import { AwsError, validationException } from '../../protocol/aws-error.ts';
import { list, required, string, structure } from '../../protocol/shapes.ts';
import { operation, type Engine } from '../engine.ts';
import type { Table } from '../storage/table.ts';
import { tags } from '../tables/table-shapes.ts';
import { refuseTooManyTags, tagged } from '../tables/tags.ts';

const resourceArn = required(string({ min: 1, max: 1283 }));

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TagResource.html */
export const tagResource = operation({
  name: 'TagResource',
  input: structure({ ResourceArn: resourceArn, Tags: required(tags) }),
  run(engine, { ResourceArn, Tags }) {
    const table = tableOf(engine, ResourceArn);
    refuseTooManyTags(Tags);
    const merged = tagged(table.record.tags, Tags);
    refuseTooManyTags(merged);
    table.record.tags = merged;
    engine.keep(table);
  },
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UntagResource.html */
export const untagResource = operation({
  name: 'UntagResource',
  input: structure({ ResourceArn: resourceArn, TagKeys: required(list(string({ min: 1, max: 128 }))) }),
  run(engine, { ResourceArn, TagKeys }) {
    const table = tableOf(engine, ResourceArn);
    table.record.tags = table.record.tags.filter(({ Key }) => !TagKeys.includes(Key));
    engine.keep(table);
  },
});

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTagsOfResource.html
 * All fit into one page, so that there is no token to come back with.
 */
export const listTagsOfResource = operation({
  name: 'ListTagsOfResource',
  input: structure({ ResourceArn: resourceArn }),
  run: (engine, { ResourceArn }) => ({ Tags: tableOf(engine, ResourceArn).record.tags }),
});

function tableOf(engine: Engine, arn: string): Table {
  if (!/^arn:[^:]+:dynamodb:[^:]*:[^:]*:table\/[^/]+$/.test(arn)) {
    throw validationException(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`);
  }
  const table = engine.lookUp(arn);
  if (table) return table;
  throw new AwsError(
    'ResourceNotFoundException',
    `Requested resource not found: ResourcArn: ${arn} not found`,
  );
}
