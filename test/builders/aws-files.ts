import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { aHome } from './a-home.ts';

export interface AwsFiles {
  /** Holds the content of the configuration file. */
  readonly config?: string;
  readonly credentials?: string;
  /** Adds files by their paths under the home folder. */
  readonly files?: Readonly<Record<string, object>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Creates a home with AWS files in it, which the SDK reads as usual until the environment is unstubbed. */
export function awsFiles({ config = '', credentials = '', files = {}, env = {} }: AwsFiles) {
  const home = aHome();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  write('.aws/config', config);
  write('.aws/credentials', credentials);
  for (const [path, content] of Object.entries(files)) write(path, JSON.stringify(content));
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', home);
  vi.stubEnv('AWS_CONFIG_FILE', join(home, '.aws', 'config'));
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(home, '.aws', 'credentials'));
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return { write };
}
