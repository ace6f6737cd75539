import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A raw colour, type size or duration outside tokens.css would be a second palette, so only tokens are allowed. */
const rules: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'raw colour', pattern: /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(/i },
  { name: 'raw type size', pattern: /\bfont-size\s*:\s*[\d.]+(?:px|rem|em)/ },
  { name: 'raw duration', pattern: /\b(?:transition|animation)[\w-]*\s*:[^;]*\b\d+m?s\b/ },
  { name: 'raw font', pattern: /\bfont-family\s*:(?!\s*(?:var\(|inherit))/ },
];

/** Lint has the same limit for code. */
const mostLines = 400;

const findings: string[] = [];
let files = 0;
const entries = ['src-renderer', 'test/gallery'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }),
);
for (const entry of entries) {
  if (!entry.isFile() || !entry.name.endsWith('.css') || entry.name === 'tokens.css') continue;
  files += 1;
  const file = join(entry.parentPath, entry.name);
  const css = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );
  const lines = css.trimEnd().split('\n');
  if (lines.length > mostLines)
    findings.push(`${file} has ${lines.length} lines, more than ${mostLines}: split it`);
  for (const [index, line] of lines.entries()) {
    for (const { name, pattern } of rules) {
      if (pattern.test(line)) findings.push(`${file}:${index + 1} ${name}: ${line.trim()}`);
    }
  }
}
process.stdout.write(findings.map((finding) => `${finding}\n`).join(''));
if (files === 0) process.stdout.write('No stylesheets were read; the check proves nothing.\n');
process.exitCode = findings.length > 0 || files === 0 ? 1 : 0;
