import { execFile } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeReport } from '#main/features/home/write-report.ts';
import { describeHome } from '#main/features/home/describe-home.ts';
import { homeReaders } from '#main/compose/home-readers.ts';
import { readConnections } from '#main/features/connections/read-connections.ts';
import { openLog } from '#main/log/open-log.ts';
import { doctorReport } from '#scripts/home/doctor-report.ts';
import { aHome } from '#test/builders/a-home.ts';
import { canary, marks, type CanaryKind } from '#test/builders/canary/canaries.ts';
import { search } from '#test/builders/canary/search.ts';

const top = fileURLToPath(new URL('../../../../', import.meta.url));

/** Runs a command as a person does, in a process of its own. */
function run(
  script: string,
  args: readonly string[],
  as: { readonly uid?: number; readonly gid?: number } = {},
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', `scripts/${script}.ts`, ...args],
      { cwd: top, ...as },
      (error, out, err) => {
        done({ code: error === null ? 0 : Number(error.code), out, err });
      },
    );
  });
}

describe('npm run doctor', () => {
  it(
    'names a damaged file, its meaning and the next step, and ends with 1',
    { timeout: 60_000 },
    async () => {
      const home = aHome();
      writeFileSync(join(home, 'tenants.json'), '{');
      writeFileSync(join(home, 'preferences.json'), '{"theme":"dark"}');
      const { code, out } = await run('doctor', ['--home', home]);
      expect(code).toBe(1);
      expect(out).toMatch(/DAMAGED +1 B {2}tenants\.json/);
      expect(out).toContain('Pinned tenants are no longer pinned');
      expect(out).toMatch(/ok +16 B {2}preferences\.json/);
      expect(out.trimEnd().split('\n').at(-1)).toBe('2 files, 1 damaged or set aside: tenants.json');
      // It only looks.
      expect(readdirSync(home).toSorted()).toEqual(['preferences.json', 'tenants.json']);
    },
  );

  it('ends with 0 for a sound home, with 2 for none and for a misspelt flag, and prints JSON', async () => {
    const home = aHome();
    writeFileSync(join(home, 'preferences.json'), '{"theme":"dark"}');
    expect((await doctorReport(['--home', home], {})).exitCode).toBe(0);
    expect((await doctorReport(['--home', join(home, 'none')], {})).exitCode).toBe(2);
    expect((await doctorReport(['--hmoe', home], {})).exitCode).toBe(2);
    const { text } = await doctorReport(['--home', home, '--json'], {});
    expect(JSON.parse(text)).toMatchObject({
      home,
      reached: null,
      files: [{ path: 'preferences.json', state: 'whole' }],
    });
  });

  it('says how old the certificates are that a setting names, and which proxy cannot be used', async () => {
    const home = aHome();
    const folder = join(top, 'test', 'certificates');
    const bundle = join(home, 'bundle.pem');
    writeFileSync(
      bundle,
      ['authority', 'expired'].map((name) => readFileSync(join(folder, `${name}.pem`))).join(''),
    );
    const { text } = await doctorReport(['--home', home], {
      AWS_CA_BUNDLE: bundle,
      NODE_EXTRA_CA_CERTS: join(folder, 'expired.pem'),
      SSL_CERT_FILE: join(home, 'none.pem'),
      all_proxy: 'socks5://user:secret-of-the-proxy@proxy.example:1080',
      HTTP_PROXY: 'http://proxy.example:3128',
    });
    expect(text).toContain('AWS_CA_BUNDLE: 2 certificates, 1 has ended; the next ends on 2126-11-02');
    expect(text).toContain('NODE_EXTRA_CA_CERTS: 1 certificate, 1 has ended');
    expect(text).toContain('SSL_CERT_FILE names a file that cannot be used');
    expect(text).toContain('ALL_PROXY names a SOCKS proxy, which the console cannot use');
    expect(text).toContain('HTTP_PROXY is not used');
    expect(text).not.toContain('secret-of-the-proxy');
    expect(text).not.toContain('proxy.example:1080');
  });

  it('asks each host once and without keys, and compares the clock with the answer', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'without keys'}`);
      response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString());
      response.end('{}');
    });
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    const home = aHome();
    const aws = { region: 'eu-west-1', accountId: '111122223333', profile: 'p', endpoints: { sts: address } };
    const pipelineApi = { baseUrl: `${address}/api`, auth: { kind: 'sigv4' } };
    const entry = { id: 'stage', name: 'Staging', environment: 'staging', aws, pipelineApi };
    const gone = {
      ...entry,
      id: 'gone',
      pipelineApi: undefined,
      aws: { ...aws, endpoints: { sts: 'http://127.0.0.1:1' } },
    };
    writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections: [entry, gone] }));
    const { text, exitCode } = await doctorReport(['--home', home, '--reach'], {});
    expect(text).toContain('The clock of this machine is 60 min ahead. AWS refuses calls from 5 minutes on');
    expect(text).toMatch(/FAILED {2}Staging: GET http:\/\/127\.0\.0\.1:1\//);
    expect(asked.toSorted()).toEqual(['GET / without keys', 'GET /api/health without keys']);
    expect(exitCode).toBe(0);
  });

  it('prints the whole report before it writes it, and overwrites nothing', { timeout: 60_000 }, async () => {
    const home = aHome();
    const file = join(aHome(), 'report.json');
    writeFileSync(join(home, 'preferences.json'), '{"theme":"dark"}');
    const { code, out } = await run('doctor', ['--home', home, '--bundle', file]);
    expect(code).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(out.startsWith(text)).toBe(true);
    expect((await run('doctor', ['--home', home, '--bundle', file])).code).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('the report for whoever helps', () => {
  it('has no planted secret, name, id or value, wherever it was', async () => {
    const home = aHome();
    const canaries = (Object.keys(marks) as CanaryKind[]).map((kind) => canary(kind, 'report'));
    const all = canaries.map(({ text }) => text);
    const log = openLog(home);
    for (const text of all) {
      log.error(
        {
          err: new Error(`It failed with ${text}`),
          tenantId: text,
          operation: text,
          code: text,
          file: `/home/${text}`,
        },
        `A call about ${text} for Northwind, tenant "acme corp" <mira@example.com> at arn:aws:sqs:x:111122223333:q failed`,
      );
    }
    log.close();
    mkdirSync(join(home, 'catalogues'));
    writeFileSync(join(home, 'catalogues', `${(all[0] ?? '').toLowerCase()}.json`), all.join(' '));
    writeFileSync(join(home, 'tenants.json'), all.join(' '));
    writeFileSync(join(home, 'preferences.json'), JSON.stringify({ theme: 'dark', note: all[1] }));
    const aws = { region: 'eu-west-1', accountId: '111122223333', profile: all[2] };
    const entry = { id: 'id-of-it', name: all[3], environment: 'staging', aws };
    writeFileSync(join(home, 'connections.json'), JSON.stringify({ connections: [entry, { id: all[4] }] }));
    const file = readConnections(home);
    const examination = await describeHome({
      home,
      version: '0',
      readers: homeReaders(),
      environment: { HTTPS_PROXY: `http://user:${all[5] ?? ''}@proxy.example:1` },
      file,
      now: () => 0,
    });
    const { text } = writeReport({ examination, connections: file.connections });
    expect(search(canaries, [{ where: 'the report', text }])).toEqual([]);
    for (const name of [
      'Northwind',
      'acme corp',
      'mira',
      '111122223333',
      'id-of-it',
      'proxy.example',
      home,
    ]) {
      expect(text).not.toContain(name);
    }
    expect(JSON.parse(text)).toMatchObject({
      preferences: { theme: 'dark' },
      network: { proxies: [{ name: 'HTTPS_PROXY', problem: null }] },
      connections: [{ environment: 'staging', region: 'eu-west-1' }],
    });
    expect(text).toContain('A call about … for …');
  });
});

describe('npm run backup and npm run restore', () => {
  it('move a home, and refuse what would overwrite or cannot be read', { timeout: 120_000 }, async () => {
    const [home, other] = [aHome(), aHome()];
    writeFileSync(join(home, 'preferences.json'), '{"theme":"dark"}');
    const file = join(other, 'backup');
    const restored = join(other, 'new');
    expect(await run('backup', ['--home', home, '--to', file])).toMatchObject({ code: 0 });
    expect((await run('backup', ['--home', home, '--to', file])).code).toBe(1);
    expect(await run('restore', ['--from', file, '--home', restored])).toMatchObject({ code: 0 });
    expect(readFileSync(join(restored, 'preferences.json'), 'utf8')).toBe('{"theme":"dark"}');
    const again = await run('restore', ['--from', file, '--home', restored]);
    expect([again.code, again.err]).toEqual([
      1,
      expect.stringContaining('is not empty. Nothing was restored'),
    ]);
    writeFileSync(file, readFileSync(file).subarray(0, 60));
    const cut = await run('restore', ['--from', file, '--home', join(other, 'never')]);
    expect([cut.code, existsSync(join(other, 'never'))]).toEqual([1, false]);
    expect((await run('backup', ['--home', home])).code).toBe(2);
  });

  it(
    'move a home to another person on another machine, where it is theirs alone',
    { timeout: 120_000 },
    async () => {
      const [home, other] = [aHome(), aHome()];
      writeFileSync(join(home, 'preferences.json'), '{"theme":"dark"}');
      mkdirSync(join(home, 'review'));
      writeFileSync(join(home, 'review', 'unknown.json'), '{}');
      const file = join(other, 'backup');
      expect(await run('backup', ['--home', home, '--to', file])).toMatchObject({ code: 0 });
      // Only root can act as another user; anyone else restores it as themselves.
      const person = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
      for (const path of [other, file]) chownSync(path, person.uid ?? -1, person.gid ?? -1);
      const restored = join(other, 'new');
      const { code, err } = await run('restore', ['--from', file, '--home', restored], person);
      expect([code, err]).toEqual([0, '']);
      for (const path of ['', 'preferences.json', join('review', 'unknown.json')]) {
        const { mode, uid } = statSync(join(restored, path));
        expect([path, mode & 0o077, uid]).toEqual([path, 0, person.uid ?? process.getuid?.() ?? 0]);
      }
      const looked = await run('doctor', ['--home', restored], person);
      expect(looked).toMatchObject({ code: 0, out: expect.stringContaining('none is damaged') as string });
    },
  );
});
