import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { longestFetchMs, NotHere } from './oracle.ts';

interface Dependency {
  readonly group: string;
  readonly artifact: string;
  readonly version: string;
  /** Lists dependencies as `group:artifact` that it declares and does not need. */
  readonly without?: readonly string[];
}

/** Fetches a Maven artifact and all its dependencies once, as jars in `folder`. */
export function fetchJars(folder: string, dependency: Dependency): string {
  const jars = join(folder, 'jars');
  if (existsSync(jars)) return jars;
  requireJava(17);
  if (spawnSync('mvn', ['--version'], { stdio: 'ignore' }).status !== 0) {
    throw new NotHere('Maven (mvn) is not installed, which fetches the jars');
  }
  mkdirSync(folder, { recursive: true });
  const pom = join(folder, 'pom.xml');
  const arriving = join(folder, 'arriving');
  rmSync(arriving, { recursive: true, force: true });
  writeFileSync(pom, writePom(dependency));
  const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', '-DincludeScope=runtime'];
  const run = spawnSync('mvn', [...args, '-DoutputDirectory=arriving'], {
    encoding: 'utf8',
    timeout: longestFetchMs,
  });
  if (run.status !== 0) {
    const why = /Could not (?:resolve|find|transfer)[^\n]*/.exec(run.stdout)?.[0] ?? 'the build failed';
    throw new NotHere(`Maven could not fetch ${dependency.artifact} ${dependency.version}: ${why}`);
  }
  // The rename comes last, because a half-fetched folder must not pass for a complete one.
  renameSync(arriving, jars);
  return jars;
}

/** Throws `NotHere` when Java is missing or older. */
export function requireJava(release: number): void {
  const run = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (run.status !== 0) throw new NotHere('Java is not installed');
  const found = Number(/version "(\d+)/.exec(run.stderr)?.[1] ?? 0);
  if (found < release) throw new NotHere(`Java ${release} is needed, this is ${found}`);
}

function writePom({ group, artifact, version, without = [] }: Dependency): string {
  const exclusions = without.map((name) => {
    const [excludedGroup = '', excludedArtifact = ''] = name.split(':');
    return `<exclusion><groupId>${excludedGroup}</groupId><artifactId>${excludedArtifact}</artifactId></exclusion>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sluice.oracles</groupId>
  <artifactId>jars-of-${artifact}</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>${group}</groupId>
      <artifactId>${artifact}</artifactId>
      <version>${version}</version>
      <exclusions>${exclusions.join('')}</exclusions>
    </dependency>
  </dependencies>
</project>
`;
}
