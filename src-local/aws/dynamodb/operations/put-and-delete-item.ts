import { validationException } from '../../protocol/aws-error.ts';
import { structure } from '../../protocol/shapes.ts';
import { operation, type Engine } from '../engine.ts';
import * as shapes from './item-shapes.ts';
import { writeOne, type Wanted } from './single-write.ts';
import { deleteAction, putAction, type WriteAction } from './write-action.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html */
export const putItem = operation({
  name: 'PutItem',
  input: structure({ ...shapes.conditionalWrite, Item: shapes.item }),
  run: (engine, input) => writtenOver(engine, input, putAction),
});

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteItem.html */
export const deleteItem = operation({
  name: 'DeleteItem',
  input: structure({ ...shapes.conditionalWrite, Key: shapes.item }),
  run: (engine, input) => writtenOver(engine, input, deleteAction),
});

/** Both can tell what was there before, and nothing else. */
function writtenOver<I extends Wanted & { readonly ReturnValues?: shapes.ReturnValues }>(
  engine: Engine,
  input: I,
  actionOf: (input: I) => WriteAction,
): object {
  const { ReturnValues: wanted = 'NONE' } = input;
  if (wanted !== 'NONE' && wanted !== 'ALL_OLD') {
    throw validationException('ReturnValues can only be ALL_OLD or NONE');
  }
  return writeOne(engine, actionOf(input), input, ({ before }) =>
    wanted === 'ALL_OLD' ? before?.item : undefined,
  );
}
