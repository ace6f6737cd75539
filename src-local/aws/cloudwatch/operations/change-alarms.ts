import { list, required, string, structure } from '../../protocol/shapes.ts';
import { stateValues } from '../alarms/alarm.ts';
import { operation } from '../cloud-watch-engine.ts';
import { resourceNotFound, validationError } from '../cloud-watch-errors.ts';

const namesShape = structure({ AlarmNames: required(list(string({ min: 1, max: 255 }), { max: 100 })) });

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DeleteAlarms.html */
export const deleteAlarms = operation({
  name: 'DeleteAlarms',
  input: namesShape,
  run({ alarms }, { AlarmNames }) {
    // "If you specify an incorrect alarm name, no alarms are deleted."
    const unknown = AlarmNames.filter((name) => !alarms.find(name));
    if (unknown.length > 0) throw resourceNotFound(`Unknown alarms: ${unknown.join(', ')}`);
    for (const name of AlarmNames) alarms.delete(name);
  },
});

/**
 * The alarm falls back to what its metric says when it is next evaluated.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_SetAlarmState.html
 */
export const setAlarmState = operation({
  name: 'SetAlarmState',
  input: structure({
    AlarmName: required(string({ min: 1, max: 255 })),
    StateValue: required(string({ oneOf: stateValues })),
    StateReason: required(string({ max: 1_023 })),
    StateReasonData: string({ max: 4_000 }),
  }),
  run({ alarms }, { AlarmName, ...state }) {
    const alarm = alarms.find(AlarmName);
    if (!alarm) throw resourceNotFound(`Unknown alarm: ${AlarmName}`);
    const { StateReasonData: data } = state;
    if (data !== undefined && !isJson(data)) {
      throw validationError('The parameter StateReasonData must be JSON');
    }
    alarms.setState(alarm, state);
  },
});

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_EnableAlarmActions.html */
export const enableAlarmActions = operation({
  name: 'EnableAlarmActions',
  input: namesShape,
  run({ alarms }, { AlarmNames }) {
    for (const name of AlarmNames) alarms.enableActions(name, true);
  },
});

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_DisableAlarmActions.html */
export const disableAlarmActions = operation({
  name: 'DisableAlarmActions',
  input: namesShape,
  run({ alarms }, { AlarmNames }) {
    for (const name of AlarmNames) alarms.enableActions(name, false);
  },
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
