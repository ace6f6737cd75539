import type { World } from '../../world/world.ts';
import type { Access } from '../iam/access.ts';
import { jsonService, type JsonService } from '../protocol/operation.ts';
import { resumeAsyncInvocations } from './async-invocations.ts';
import {
  addPermission,
  createFunction,
  deleteFunction,
  deleteFunctionEventInvokeConfig,
  getFunction,
  getFunctionConfiguration,
  getFunctionEventInvokeConfig,
  getPolicy,
  listFunctions,
  putFunctionEventInvokeConfig,
  removePermission,
  tagResource,
  untagResource,
  updateFunctionCode,
  updateFunctionConfiguration,
} from './function-operations.ts';
import type { StreamPosition } from './follow-stream.ts';
import { invoke } from './invoke.ts';
import {
  refuseAsLambda,
  type AsyncInvocation,
  type FunctionRecord,
  type FunctionRuntime,
  type LambdaEngine,
  type MappingRecord,
} from './lambda-engine.ts';
import {
  createEventSourceMapping,
  deleteEventSourceMapping,
  followMappings,
  getEventSourceMapping,
  listEventSourceMappings,
  updateEventSourceMapping,
} from './event-source-mappings.ts';

/** Implements a part of https://docs.aws.amazon.com/lambda/latest/api/API_Operations.html */
const operations = [
  createFunction,
  updateFunctionCode,
  updateFunctionConfiguration,
  getFunction,
  getFunctionConfiguration,
  listFunctions,
  deleteFunction,
  invoke,
  putFunctionEventInvokeConfig,
  getFunctionEventInvokeConfig,
  deleteFunctionEventInvokeConfig,
  tagResource,
  untagResource,
  addPermission,
  getPolicy,
  removePermission,
  createEventSourceMapping,
  updateEventSourceMapping,
  getEventSourceMapping,
  listEventSourceMappings,
  deleteEventSourceMapping,
];

/**
 * AWS Lambda for the other engines and for the templates. Of its REST protocol only the list of functions is spoken,
 * in lambda-over-http.ts: the console calls no functions.
 */
export function lambda(
  world: World,
  {
    access,
    runtime = withoutCode,
  }: { readonly access: Access; readonly runtime?: FunctionRuntime | undefined },
): JsonService {
  const { store } = world;
  const engine: LambdaEngine = {
    world,
    access,
    runtime,
    functions: store.collection<FunctionRecord>('lambda/functions'),
    mappings: store.collection<MappingRecord>('lambda/event-source-mappings'),
    positions: store.collection<StreamPosition>('lambda/stream-positions'),
    waiting: store.collection<AsyncInvocation>('lambda/async-invocations'),
    followed: new Map(),
  };
  followMappings(engine);
  resumeAsyncInvocations(engine);
  return jsonService({
    name: 'lambda',
    target: 'AWSLambda',
    jsonVersion: '1.1',
    engine,
    operations,
    refuse: refuseAsLambda,
  });
}

/** A world that was opened without a runtime answers as Lambda does when a bundle is not there. */
const withoutCode: FunctionRuntime = {
  run: ({ handler }) => {
    const [module] = handler.split('.');
    const errorMessage = `Error: Cannot find module '${module}'`;
    return Promise.resolve({ error: { errorType: 'Runtime.ImportModuleError', errorMessage } });
  },
};
