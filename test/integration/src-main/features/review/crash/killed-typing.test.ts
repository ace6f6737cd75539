import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { seededRandomness } from '#local/world/randomness.ts';
import { openDeskStore } from '#main/features/review/desk-store.ts';
import { aHome } from '#test/builders/a-home.ts';
import { aSession } from '#test/builders/a-session.ts';

/**
 * A longer run kills more often: `SLUICE_KILLS=500 npx vitest run
 * test/integration/src-main/features/review/crash`.
 */
const kills = Number(process.env['SLUICE_KILLS'] ?? 12);
const outDir = '.cache/crash-review';

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'type-drafts.ts'),
      outDir,
      emptyOutDir: false,
      target: 'node20.19',
      rolldownOptions: { output: { entryFileNames: '[name].js' } },
    },
  });
}, 60_000);

it(
  `typed values are there after ${kills} kills, up to the last keystroke that was saved`,
  async () => {
    const home = aHome();
    const random = seededRandomness('typing');
    const warned: string[] = [];
    const desk = openDeskStore({
      home,
      session: () => aSession(),
      onSession() {},
      log: { warn: (_fields, message) => void warned.push(message) },
      now: Date.now,
    });
    const kept = new Map<string, string>();
    for (let life = 1; life <= kills; life += 1) {
      const told = await typeUntilKilled(home, life, 5 + random.integer(60));
      for (const [document, value] of told) kept.set(document, value);
      const drafts = desk.drafts();
      expect(drafts).toHaveLength(3);
      for (const { key, edits } of drafts) {
        const edit = edits['total'];
        const [written = ''] = edit?.kind === 'value' ? edit.value.split('..', 1) : [];
        const before = kept.get(key.documentId.replace('document-', '')) ?? '';
        expect(findPlace(written)).toBeGreaterThanOrEqual(findPlace(before));
      }
    }
    expect(warned).toEqual([]);
  },
  30_000 + kills * 2_000,
);

/** Reads "life.stroke" without its padding. */
function findPlace(written: string): number {
  const [life = '0', stroke = '0'] = written.replace(/\.+$/, '').split('.');
  return Number(life) * 1e9 + Number(stroke);
}

/** Returns the last value of each document that the process reported as stored. */
async function typeUntilKilled(home: string, life: number, strokes: number): Promise<Map<string, string>> {
  const child = spawn(process.execPath, ['--no-warnings', `${outDir}/type-drafts.js`, home, String(life)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (more: Buffer) => {
    text += more.toString('utf8');
    if (text.split('\n').length > strokes) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
  const whole = text.split('\n').slice(0, -1);
  return new Map(whole.map((line) => line.split(' ') as [string, string]));
}
