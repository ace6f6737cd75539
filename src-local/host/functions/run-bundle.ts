import { Buffer } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import nodeUtil from 'node:util';
import { Script } from 'node:vm';
import { makeSdkHashes } from '#shared/sdk-hashes.ts';
import { createCryptoModule, createGlobals, type FunctionWorld } from './function-globals.ts';
import type { Dispatch } from '../../aws/dispatch.ts';
import { requestHandler } from '../../aws/request-handler.ts';

export interface ClientSettings {
  readonly dispatch: Dispatch;
  readonly region: string;
  /** The clients put it into the addresses that they sign. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  /** Called when a request to AWS begins. Call the returned function at its end. */
  readonly begin: () => () => void;
}

/** A bundle that was read and compiled once, for as many containers as there are calls at the same time. */
export interface Bundle {
  /** Runs the bundle's own top level, as a new container does. */
  start(world: FunctionWorld, settings: ClientSettings): Readonly<Record<string, unknown>>;
}

type Wrapper = (...values: readonly unknown[]) => void;

/**
 * Reads a script that `scripts/bundle-functions.ts` wrote. It runs in this process, with the names of its globals
 * shadowed: the bytes are the ones that would be uploaded.
 */
export async function readBundle(file: string): Promise<Bundle> {
  const source = await readFile(file, 'utf8');
  const required = [...source.matchAll(/\brequire\((["'])([^"'\n]+)\1\)/g)].map(([, , name = '']) => name);
  const modules = await loadSdkModules([...new Set(required.filter(isSdkModule))]);
  let wrapper: { readonly names: readonly string[]; readonly run: Wrapper } | undefined;

  const compile = (names: readonly string[]): Wrapper => {
    const script = new Script(`(function (${names.join(', ')}) {${source}\n})`, { filename: file });
    return script.runInThisContext() as Wrapper;
  };

  return {
    start(world, settings) {
      const bound = new Map<string, object>();
      const module = { exports: {} as Record<string, unknown> };
      const load = (name: string): object => {
        const known = bound.get(name) ?? loadModule(name, modules, world, settings);
        bound.set(name, known);
        return known;
      };
      const globals: Readonly<Record<string, unknown>> = {
        module,
        exports: module.exports,
        require: load,
        ...createGlobals(world),
      };
      const names = Object.keys(globals);
      wrapper ??= { names, run: compile(names) };
      wrapper.run(...wrapper.names.map((name) => globals[name]));
      return module.exports;
    },
  };
}

function loadModule(
  name: string,
  modules: ReadonlyMap<string, object>,
  world: FunctionWorld,
  settings: ClientSettings,
): object {
  const fromSdk = modules.get(name);
  if (fromSdk) return bindClients(fromSdk, settings);
  switch (name.replace(/^node:/, '')) {
    case 'crypto':
      return createCryptoModule(world.dice);
    case 'buffer':
      return { Buffer };
    case 'util':
      return nodeUtil;
    default:
      throw new Error(`Cannot find module '${name}'`);
  }
}

/** The SDK as Lambda's own runtime brings it: a bundle leaves it out. Each is loaded by the first function that uses it. */
const sdk: Readonly<Record<string, () => Promise<object>>> = {
  '@aws-sdk/client-bedrock-runtime': () => import('@aws-sdk/client-bedrock-runtime'),
  '@aws-sdk/client-cloudwatch': () => import('@aws-sdk/client-cloudwatch'),
  '@aws-sdk/client-dynamodb': () => import('@aws-sdk/client-dynamodb'),
  '@aws-sdk/client-kms': () => import('@aws-sdk/client-kms'),
  '@aws-sdk/client-s3': () => import('@aws-sdk/client-s3'),
  '@aws-sdk/client-sfn': () => import('@aws-sdk/client-sfn'),
  '@aws-sdk/client-sqs': () => import('@aws-sdk/client-sqs'),
  '@aws-sdk/client-textract': () => import('@aws-sdk/client-textract'),
  '@aws-sdk/s3-request-presigner': () => import('@aws-sdk/s3-request-presigner'),
};

/** These clients need more than a place to speak to a world as they speak to AWS. */
const moreSettings: Readonly<Record<string, object>> = {
  S3Client: { forcePathStyle: true },
  SQSClient: { useQueueUrlAsEndpoint: false },
};

function isSdkModule(name: string): boolean {
  return name.startsWith('@aws-sdk/') || name.startsWith('@smithy/');
}

/** Loads the modules of the SDK that a bundle requires. */
async function loadSdkModules(names: readonly string[]): Promise<ReadonlyMap<string, object>> {
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const load = sdk[name];
        if (!load) throw new Error(`Error: Cannot find module '${name}'`);
        return [name, { ...(await load()) }] as const;
      }),
    ),
  );
}

/** The same module, whose clients speak to this world whatever settings they are given. */
function bindClients(module: object, settings: ClientSettings): object {
  const bound = Object.entries(module)
    .filter(([name, value]) => name.endsWith('Client') && !name.startsWith('_') && isClientClass(value))
    .map(([name, value]) => [name, bindClient(name, value as ClientClass, settings)]);
  return { ...module, ...Object.fromEntries(bound) };
}

type ClientClass = new (settings: object) => { send: (...args: never[]) => Promise<unknown> };

function isClientClass(value: unknown): value is ClientClass {
  return (
    typeof value === 'function' &&
    typeof (value.prototype as { send?: unknown } | undefined)?.send === 'function'
  );
}

function bindClient(name: string, Client: ClientClass, settings: ClientSettings): ClientClass {
  const { dispatch, region, endpoint, accessKeyId, begin } = settings;
  const place = {
    region,
    endpoint,
    credentials: { accessKeyId, secretAccessKey: 'sandbox' },
    // A function holds the world's clock while it waits for an answer.
    requestHandler: requestHandler(dispatch, { isFromHolder: true }),
    // These settings of the machine's environment are meant for AWS itself, so they are overridden here.
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    logger: silence,
    ...sdkHashes,
    ...moreSettings[name],
  };
  return new Proxy(Client, {
    construct(target, [given]: [object?], newTarget) {
      // A fault that strikes once is retried; one that stays is reported soon.
      const client = Reflect.construct(
        target,
        [{ maxAttempts: 3, ...given, ...place }],
        newTarget,
      ) as InstanceType<ClientClass>;
      const send = client.send.bind(client);
      client.send = async (...args) => {
        const over = begin();
        try {
          return await send(...args);
        } finally {
          over();
        }
      };
      return client;
    },
  });
}

const sdkHashes = makeSdkHashes({ createHash, createHmac });

/** The SDK copies each input and output for its logger's `info`, unless it has none. */
const silence = { debug() {}, warn() {}, error() {}, trace() {} };
