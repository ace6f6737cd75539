import { structure } from '../../protocol/shapes.ts';
import { operation } from '../engine.ts';
import { projectTouched, type Update } from '../expressions/update.ts';
import type { PlannedWrite } from '../storage/write.ts';
import type { Item } from '../values/attribute-value.ts';
import * as shapes from './item-shapes.ts';
import { writeOne } from './single-write.ts';
import { updateAction } from './write-action.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html */
export const updateItem = operation({
  name: 'UpdateItem',
  input: structure({ ...shapes.conditionalWrite, Key: shapes.item, UpdateExpression: shapes.expression }),
  run(engine, input) {
    const action = updateAction(input);
    return writeOne(engine, action, input, (write) =>
      returned[input.ReturnValues ?? 'NONE'](write, action.update),
    );
  },
});

const returned: Record<
  shapes.ReturnValues,
  (write: PlannedWrite, update: Update | undefined) => Item | undefined
> = {
  NONE: () => undefined,
  ALL_OLD: ({ before }) => before?.item,
  ALL_NEW: ({ after }) => after?.item,
  UPDATED_OLD: ({ before }, update) => touched(before?.item, update),
  UPDATED_NEW: ({ after }, update) => touched(after?.item, update),
};

function touched(item: Item | undefined, update: Update | undefined): Item | undefined {
  const attributes = item && update && projectTouched(item, update);
  return attributes && Object.keys(attributes).length > 0 ? attributes : undefined;
}
