// Lints the package with all rules of n8n, and scans its source and its tarball with n8n's scanner.
import { pathToFileURL } from 'node:url';
import { getToolPath, toolsRequire } from './lab.mjs';
import { root } from './root.mjs';

const sources = ['package.json', '{src,nodes,credentials}/**/*.ts'];

/** Lints the sources like `n8n-node lint`. Throws an error that lists the findings, if any. */
export async function lintAsN8nDoes() {
  const { ESLint } = toolsRequire('eslint');
  const { config } = toolsRequire('@n8n/node-cli/eslint');
  const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: config });
  const results = await eslint.lintFiles(sources);
  const findings = results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, ruleId, message }) => `${filePath}:${line} ${message} (${ruleId})`),
  );
  if (findings.length > 0) throw new Error(findings.join('\n'));
  return `${results.length} files`;
}

/** Scans the `source` or the unpacked `tarball`, as n8n does before it verifies a package. */
export async function scan(folder, part) {
  const scanner = pathToFileURL(getToolPath('@n8n/scan-community-package/scanner/scanner.mjs'));
  const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(scanner);
  const patterns = part === 'source' ? SOURCE_FILE_PATTERNS : ['**/*.js', 'package.json'];
  const { passed, message, details } = await analyzePackage(folder, patterns);
  if (!passed) throw new Error(`${message}\n${details ?? ''}`);
}
