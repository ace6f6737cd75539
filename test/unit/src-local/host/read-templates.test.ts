import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTemplates } from '#local/host/read-templates.ts';

function aFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-templates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('a folder of templates', () => {
  it('has a stack in each of its JSON files', () => {
    const folder = aFolder({ 'b.json': '{"Resources":{}}', 'a.json': '{}', 'README.md': '' });
    expect(readTemplates(folder)).toEqual([
      { name: 'a', template: {} },
      { name: 'b', template: { Resources: {} } },
    ]);
  });

  it('that CDK wrote has other files beside its templates', () => {
    const folder = aFolder({ 'shop.template.json': '{}', 'manifest.json': '{}', 'shop.assets.json': '{}' });
    expect(readTemplates(folder)).toEqual([{ name: 'shop', template: {} }]);
  });

  it('without a template, or with a file that is not JSON, is refused by its name', () => {
    const empty = aFolder({ 'shop.yaml': '' });
    expect(() => readTemplates(empty)).toThrow(`There is no template in ${empty}`);
    expect(() => readTemplates(join(empty, 'gone'))).toThrow(`There is no folder ${join(empty, 'gone')}.`);
    const broken = aFolder({ 'shop.json': '{' });
    expect(() => readTemplates(broken)).toThrow(
      `The template ${join(broken, 'shop.json')} could not be read`,
    );
  });
});
