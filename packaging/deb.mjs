// npm run deb: needs the executable in out/binary.
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const tree = join(root, 'out/deb');
const { version, author, homepage } = JSON.parse(
  await readFile(join(root, 'batch/package.json'), 'utf8'),
);
const maintainer = `${author.name} <${author.email}>`;
const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim();
const documents = 'usr/share/doc/remote-work-assessment';
const units = [
  'rwa-serve.service',
  'rwa-page.service',
  'rwa-worker@.service',
  'rwa-run.service',
  'rwa-run.timer',
];

/** The path of each file in the checkout and in the package, and its mode if that is not 644. */
const files = [
  ['out/binary/rwa', 'usr/bin/rwa', 0o755],
  ['packaging/env', 'etc/rwa/env', 0o600],
  ['packaging/sysusers.conf', 'usr/lib/sysusers.d/rwa.conf'],
  ['packaging/tmpfiles.conf', 'usr/lib/tmpfiles.d/rwa.conf'],
  ['packaging/logrotate', 'etc/logrotate.d/remote-work-assessment'],
  ['batch/rwa.config.schema.json', 'usr/share/remote-work-assessment/rwa.config.schema.json'],
  ...units.map((name) => [`packaging/systemd/${name}`, `usr/lib/systemd/system/${name}`]),
  ...['postinst', 'prerm', 'postrm'].map((name) => [
    `packaging/debian/${name}`,
    `DEBIAN/${name}`,
    0o755,
  ]),
];

const completions = {
  bash: 'usr/share/bash-completion/completions/rwa',
  zsh: 'usr/share/zsh/vendor-completions/_rwa',
  fish: 'usr/share/fish/vendor_completions.d/rwa.fish',
};

async function write(path, content) {
  const target = join(tree, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}

async function readAll(...paths) {
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));
  return texts.join('\n');
}

process.umask(0o022);
await rm(tree, { recursive: true, force: true });
let installedBytes = 0;
for (const [from, to, mode = 0o644] of files) {
  const target = join(tree, to);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(join(root, from), target);
  await chmod(target, mode);
  installedBytes += (await stat(target)).size;
}
const licences = await readAll('out/binary/LICENSE', 'out/binary/THIRD-PARTY-NOTICES.txt');
await write(`${documents}/copyright`, licences);
await write(
  `${documents}/changelog.gz`,
  gzipSync(await readAll('batch/CHANGELOG.md'), { level: 9 }),
);
await write(
  'usr/share/man/man1/rwa.1.gz',
  gzipSync(await readAll('batch/dist/rwa.1'), { level: 9 }),
);
for (const [shell, path] of Object.entries(completions)) {
  await write(path, execFileSync(join(tree, 'usr/bin/rwa'), ['completion', shell]));
}
const conffiles = files.map(([, to]) => to).filter((path) => path.startsWith('etc/'));
await write('DEBIAN/conffiles', conffiles.map((path) => `/${path}\n`).join(''));
const control = await readAll('packaging/debian/control');
await write(
  'DEBIAN/control',
  control
    .replace('VERSION', version)
    .replace('ARCHITECTURE', architecture)
    .replace('MAINTAINER', maintainer)
    .replace('HOMEPAGE', homepage)
    .replace('KILOBYTES', Math.ceil(installedBytes / 1024)),
);
const name = `remote-work-assessment_${version}_${architecture}.deb`;
const built = join(root, 'out', name);
// The default compression takes over a minute and saves only a sixth.
execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', tree, built], {
  stdio: 'inherit',
});
